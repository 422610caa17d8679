import { sql } from "kysely";
import type { Tx } from "../api/src/platform/db.ts";
import { annasAccount } from "./account.ts";
import type { OrderRows } from "./order-drafts.ts";
import { annasOrders, othersOrders } from "./orders.ts";
import type { Product } from "./product.ts";
import { CERTIFICATE_SPENT_MINOR, planPromotions, USED_PROMO } from "./promotions.ts";
import { insertRows, nextId, type Row } from "./rows.ts";
import type { World } from "./world.ts";

const OTHERS_ORDERS = 1200;

type Known = {
  brandGoods: number[];
  grownOptions: Product | undefined;
  firstReviewId: number;
  ownReviews: number;
  /** Counts what the orders sold into the products, as the job does every day. */
  countSold: boolean;
};

/** Promo codes, certificates and presents, orders of everybody, and the test customer's profile. */
export async function fillTrade(db: Tx, world: World, known: Known): Promise<void> {
  const { anna } = world;
  const promotions = planPromotions(world, known.brandGoods, {
    promo: await nextId(db, "promo_codes"),
    present: await nextId(db, "presents"),
    certificate: await nextId(db, "gift_certificates"),
  });
  await insertRows(db, "promo_codes", promotions.codes);
  await insertRows(db, "promo_code_products", promotions.codeProducts);
  await insertRows(db, "promo_code_categories", promotions.codeCategories);
  await insertRows(db, "presents", promotions.presents);
  await insertRows(db, "present_products", promotions.presentProducts);
  await insertRows(db, "gift_certificates", promotions.certificates);

  const annas = annasOrders(world, {
    point: await pointIn(db, anna.home.city),
    customsRuleId: await customsRuleOf(db, anna.home.country, world.now),
    promoCode: USED_PROMO,
    certificateMinor: CERTIFICATE_SPENT_MINOR,
    grownOptions: known.grownOptions,
  });
  await insertOrders(db, [...annas, ...othersOrders(world, OTHERS_ORDERS)]);
  await insertSpending(db, annas, promotions.annasCertificate.id, promotions.codes, anna.id);

  const profile = annasAccount(world, annas, promotions.annasCertificate.code, known);
  await insertRows(db, "wishlist_items", profile.wishlist);
  await insertRows(db, "product_alerts", profile.alerts);
  const firstNotification = await nextId(db, "notifications");
  await insertRows(
    db,
    "notifications",
    profile.notifications.map((row, at) => ({ id: firstNotification + at, ...row })),
  );
  await insertRows(db, "reviews", profile.reviews);
  await insertRows(db, "questions", profile.questions);
  await insertRows(db, "bonus_accounts", [
    { customer_id: anna.id, balance: profile.bonusBalance, next_expiry: profile.bonusEnds },
  ]);
  await insertRows(
    db,
    "bonus_entries",
    profile.bonusEntries.map((entry, at) => ({ id: at + 1, ...entry })),
  );
  if (known.countSold) await countSold(db, world.now);
}

async function insertOrders(db: Tx, orders: OrderRows[]): Promise<void> {
  const some = (pick: (one: OrderRows) => Row | null) => orders.map(pick).filter((row) => row !== null);
  await insertRows(
    db,
    "orders",
    orders.map((one) => one.order),
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
    history.map((row, at) => ({ id: at + 1, ...row })),
  );
  await insertRows(
    db,
    "payments",
    some((one) => one.payment),
  );
  await insertRows(
    db,
    "payment_attempts",
    some((one) => one.attempt),
  );
  await insertRows(
    db,
    "refunds",
    some((one) => one.refund),
  );
}

/** What a promo code and a certificate paid in the test customer's orders. */
async function insertSpending(
  db: Tx,
  orders: OrderRows[],
  certificateId: number,
  codes: Row[],
  customerId: number,
): Promise<void> {
  const withPromo = orders.filter((one) => one.order.promo_code !== null);
  const idOf = (code: unknown) => codes.find((row) => row.code === code)?.id;
  await insertRows(
    db,
    "promo_uses",
    withPromo.map(({ order }) => ({
      order_id: order.id,
      promo_code_id: idOf(order.promo_code),
      customer_id: customerId,
    })),
  );
  const spent = orders.filter((one) => one.order.certificate_minor > 0);
  await insertRows(
    db,
    "gift_certificate_entries",
    spent.map(({ order }, at) => ({
      id: at + 1,
      certificate_id: certificateId,
      order_id: order.id,
      delta_minor: -order.certificate_minor,
      at: order.placed_at,
    })),
  );
}

async function pointIn(db: Tx, city: string): Promise<Row> {
  return db
    .selectFrom("pickup_points")
    .select(["code", "type", "name", "city_ru as city", "address", "work_time"])
    .where("city_en", "=", city)
    .where("type", "=", "PVZ")
    .orderBy("code")
    .executeTakeFirstOrThrow();
}

async function customsRuleOf(db: Tx, country: string, now: Date): Promise<number> {
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

async function countSold(db: Tx, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 90 * 86_400_000);
  await sql`
    update products p set units_sold = coalesce(s.units, 0)
    from products q left join (
      select l.product_id, sum(l.qty) as units from order_lines l join orders o on o.id = l.order_id
      where o.placed_at >= ${since} and o.status not in ('awaiting_payment', 'cancelled', 'refunded') group by l.product_id
    ) s on s.product_id = q.id
    where q.id = p.id`.execute(db);
}
