import { sql } from "kysely";
import { countOnTimeRates } from "../../api/src/orders/promises/on-time-rates.ts";
import { promiseArrival } from "../../api/src/orders/parcel/parcel-orders.ts";
import type { Tx } from "../../api/src/platform/db/database.ts";
import { buildTestCustomerAccount } from "../customers/test-customer-account.ts";
import { insertOrderEdits } from "./order-edits.ts";
import type { OrderRows } from "./order-rows.ts";
import { planTestCustomerOrders, planOtherOrders } from "./plan-orders.ts";
import { DAY_MS, type Product } from "../products/product.ts";
import { GIFT_CARD_SPENT_MINOR, planPromotions, USED_PROMO_CODE } from "./promotions.ts";
import { insertRows, getNextId, type Row } from "../insert-rows.ts";
import type { SeedContext } from "../seed-context.ts";

const OTHER_ORDER_COUNT = 1700;
/** The hourly job counts the sales of as many days. */
const BESTSELLER_DAYS = 90;

/** What orders and the test customer's account need besides the context. */
type OrderSeedInputs = {
  brandProductIds: number[];
  productWithAddedOptions: Product | undefined;
  firstReviewId: number;
  testCustomerReviews: number;
  /** Whether to update units sold of the products from the orders, as the hourly job does. */
  shouldUpdateUnitsSold: boolean;
};

/** Writes promo codes, gift cards, gifts with purchase, all orders, and the test customer's account. */
export async function seedOrders(db: Tx, context: SeedContext, inputs: OrderSeedInputs): Promise<void> {
  const { testCustomer } = context;
  const promotions = planPromotions(context, inputs.brandProductIds, {
    promoCodeId: await getNextId(db, "promo_codes"),
    giftOfferId: await getNextId(db, "gift_tiers"),
    giftCardId: await getNextId(db, "gift_cards"),
  });
  await insertRows(db, "promo_codes", promotions.promoCodes);
  await insertRows(db, "promo_code_products", promotions.promoCodeProducts);
  await insertRows(db, "promo_code_categories", promotions.promoCodeCategories);
  await insertRows(db, "gift_tiers", promotions.giftOffers);
  await insertRows(db, "gift_tier_products", promotions.giftOfferProducts);
  await insertRows(db, "gift_cards", promotions.giftCards);

  const pickupPoints = await listPickupPoints(db);
  const pickupPoint = pickupPoints.get(testCustomer.home.city);
  if (!pickupPoint) throw new Error(`there is no pickup point in ${testCustomer.home.city}`);
  const testCustomerOrders = planTestCustomerOrders(context, {
    pickupPoint,
    customsRuleId: await getCustomsRuleId(db, testCustomer.home.country, context.now),
    promoCode: USED_PROMO_CODE,
    giftCardMinor: GIFT_CARD_SPENT_MINOR,
    productWithAddedOptions: inputs.productWithAddedOptions,
  });
  const otherOrders = planOtherOrders(context, { count: OTHER_ORDER_COUNT, pickupPoints });
  await insertOrders(db, [...testCustomerOrders, ...otherOrders]);
  await insertOrderEdits(db, otherOrders, context.now);
  await countOnTimeRates(db, context.now);
  await insertDiscountUses(
    db,
    testCustomerOrders,
    promotions.testCustomerGiftCard.id,
    promotions.promoCodes,
    testCustomer.id,
  );

  const account = buildTestCustomerAccount(context, testCustomerOrders, promotions.testCustomerGiftCard.code, inputs);
  await insertRows(db, "wishlist_items", account.wishlist);
  await insertRows(db, "product_alerts", account.alerts);
  const firstNotification = await getNextId(db, "notifications");
  await insertRows(
    db,
    "notifications",
    account.notifications.map((row, index) => ({ id: firstNotification + index, ...row })),
  );
  await insertRows(db, "reviews", account.reviews);
  await insertRows(db, "questions", account.questions);
  await insertRows(db, "loyalty_accounts", [
    { customer_id: testCustomer.id, balance: account.pointsBalance, next_expiry: account.pointsExpireAt },
  ]);
  await insertRows(
    db,
    "loyalty_entries",
    account.pointsEntries.map((entry, index) => ({ id: index + 1, ...entry })),
  );
  if (inputs.shouldUpdateUnitsSold) await updateUnitsSold(db, context.now);
}

async function insertOrders(db: Tx, orders: OrderRows[]): Promise<void> {
  const collectRows = (getRow: (one: OrderRows) => Row | null) => orders.map(getRow).filter((row) => row !== null);
  await insertRows(
    db,
    "orders",
    orders.map((one) => one.order),
  );
  await promiseArrival(
    db,
    orders.map((one) => one.order.id),
  );
  await insertRows(
    db,
    "order_lines",
    orders.flatMap((one) => one.lines),
  );
  const history = orders.flatMap((one) => one.history);
  await insertRows(
    db,
    "order_history",
    history.map((row, index) => ({ id: index + 1, ...row })),
  );
  await insertRows(
    db,
    "payments",
    collectRows((one) => one.payment),
  );
  await insertRows(
    db,
    "payment_attempts",
    collectRows((one) => one.attempt),
  );
  await insertRows(
    db,
    "refunds",
    collectRows((one) => one.refund),
  );
}

/** Writes the promo code uses and gift card entries of the test customer's orders. */
async function insertDiscountUses(
  db: Tx,
  orders: OrderRows[],
  giftCardId: number,
  promoCodes: Row[],
  customerId: number,
): Promise<void> {
  const promoOrders = orders.filter((one) => one.order.promo_code !== null);
  const getCodeId = (code: unknown) => promoCodes.find((row) => row.code === code)?.id;
  await insertRows(
    db,
    "promo_code_uses",
    promoOrders.map(({ order }) => ({
      order_id: order.id,
      promo_code_id: getCodeId(order.promo_code),
      customer_id: customerId,
    })),
  );
  const giftCardOrders = orders.filter((one) => one.order.gift_card_minor > 0);
  await insertRows(
    db,
    "gift_card_entries",
    giftCardOrders.map(({ order }, index) => ({
      id: index + 1,
      gift_card_id: giftCardId,
      order_id: order.id,
      delta_minor: -order.gift_card_minor,
      created_at: order.placed_at,
    })),
  );
}

/** Returns a pickup point of each city by the city's English name, as orders store it. */
async function listPickupPoints(db: Tx): Promise<Map<string, Row>> {
  const rows = await db
    .selectFrom("pickup_points")
    .distinctOn("city_en")
    .select(["city_en", "code", "type", "name", "city_ru as city", "address", "work_time"])
    .where("type", "=", "PVZ")
    .orderBy("city_en")
    .orderBy("code")
    .execute();
  return new Map(rows.map(({ city_en: city, ...point }) => [city, point]));
}

/** Returns the customs rule of a country that is in force. */
async function getCustomsRuleId(db: Tx, country: string, now: Date): Promise<number> {
  const rule = await db
    .selectFrom("customs_rules")
    .select("id")
    .where("country", "=", country)
    .where("in_force", "=", true)
    .where("valid_from", "<=", now.toISOString().slice(0, 10) as never)
    .orderBy("valid_from", "desc")
    .executeTakeFirstOrThrow();
  return rule.id;
}

async function updateUnitsSold(db: Tx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - BESTSELLER_DAYS * DAY_MS);
  await sql`
    update products p set units_sold = coalesce(s.units, 0)
    from products q left join (
      select l.product_id, sum(l.qty) as units from order_lines l join orders o on o.id = l.order_id
      where o.placed_at >= ${since} and o.status not in ('awaiting_payment', 'cancelled', 'refunded')
        and l.removed_by_edit is null group by l.product_id
    ) s on s.product_id = q.id
    where q.id = p.id`.execute(db);
}
