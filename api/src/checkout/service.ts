import { giveConsents } from "../account/consents.ts";
import type { CartLayout } from "../cart/layout.ts";
import { type CartAt, clearCart, holdCart, layOutHeld, showCart } from "../cart/service.ts";
import { wireCart } from "../cart/wire.ts";
import { type Pieces, takeStock } from "../catalogue/stock.ts";
import type { Currency } from "../money/currency.ts";
import { currencyByCode } from "../money/service.ts";
import { countryNames } from "../delivery/service.ts";
import { type AddressSnapshot, getOrder, type NewOrder, type PointSnapshot, writeOrder } from "../orders/service.ts";
import { createPayment, settleNothing } from "../payments/service.ts";
import type { Db, Tx } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { relyOnHeld } from "../platform/fresh.ts";
import { withIdempotency } from "../platform/idempotency.ts";
import { settingValue } from "../platform/settings.ts";
import { orderCertificates } from "../promotions/bought.ts";
import { cartDifference, mustAsk } from "./difference.ts";
import { frozenCertificates, frozenLines, frozenMeans, holdMeans, meansRefusal, spendMeans } from "./means.ts";
import { type PlacedOrder, type PlaceOrderRequest, refusals } from "./schema.ts";
import { getOfferVersion } from "./offer-sql.ts";
import { payWithinMinutes } from "./settings.ts";

/** Who orders, and what his consents are kept with. */
export type Ordering = CartAt & {
  email: string;
  key: string | null;
  ip: string;
  userAgent: string;
};

const MINUTE_MS = 60_000;

/**
 * Places the order of a cart: one transaction in which the cart is read anew, its stock taken, order and payment written
 * and the cart emptied. The same key answers with the same order.
 * A total that rose since the shopper saw it, lines or a duty that are not those he saw, or a quantity that is no longer there refuse
 * `cart_changed` with the fresh cart and the difference; a total that fell is passed on. The other refusals say what the cart lacks (see the room's table).
 */
export async function placeOrder(db: Db, request: PlaceOrderRequest, by: Ordering): Promise<PlacedOrder> {
  return withIdempotency(
    db,
    { scope: `orders:${by.customerId}`, key: by.key, body: { ...request, currency: by.currency } },
    async (tx) => {
      await relyOnHeld(tx);
      const currency = await currencyByCode(tx, by.currency);
      // Cart, stock, code, certificate, bonuses: always held in this order, and read once they are.
      const cart = await holdCart(tx, by);
      await holdMeans(tx, cart, by);
      const laid = await layOutHeld(tx, cart, by);
      await checkReady(tx, laid, request, currency, by);
      const order = await freeze(tx, laid, request, currency, by);
      const id = await writeOrder(tx, order, frozenLines(laid, currency));
      await orderCertificates(tx, id, frozenCertificates(laid));
      await recordConsents(tx, request, order, by);
      await takeStock(tx, piecesOf(laid));
      await spendMeans(tx, id, laid, by);
      const payable = {
        id,
        totalMinor: order.total_minor,
        currency: currency.code,
        payUntil: order.pay_until,
        method: order.payment_method,
        country: order.address?.country ?? null,
      };
      const pay = order.total_minor === 0 ? settleNothing : createPayment;
      const payment = await pay(tx, payable, by);
      await clearCart(tx, by.customerId, cart);
      return { order: await getOrder(tx, by.customerId, id, by.locale), payment };
    },
  );
}

/** Everything that leaves the stock, presents too. */
function piecesOf(laid: CartLayout): Pieces[] {
  const goods = laid.lines.map(({ row }) => ({ productId: row.product_id, optionId: row.option_id, qty: row.qty }));
  const given = laid.means.gifts.map(({ row }) => ({ productId: row.product_id, optionId: row.option_id, qty: 1 }));
  return [...goods, ...given];
}

const refusalOf = {
  empty: "cart_empty",
  unavailable_items: "cart_has_unavailable_items",
  option_required: "cart_option_required",
  no_address: "address_required",
  country_not_served: "country_not_served",
  parcel_over_limits: "parcel_over_limits",
  not_shippable_items: "cart_items_not_shippable",
  no_shipping: "shipping_required",
  no_pickup_point: "pickup_point_required",
  no_payment: "payment_required",
  over_order_max: "order_over_maximum",
} as const;

async function checkReady(
  db: Tx,
  laid: CartLayout,
  request: PlaceOrderRequest,
  currency: Currency,
  by: Ordering,
): Promise<void> {
  const seen = {
    lines: request.expected_lines ?? null,
    presents: request.expected_presents ?? null,
    certificates: request.expected_certificates ?? null,
    total: request.expected_total,
    duty: request.expected_duty ?? null,
    choices: request.expected_choices ?? null,
  };
  const difference = cartDifference(seen, wireCart(laid, [], currency, by.locale));
  const [problem] = laid.problems;
  if (problem || mustAsk(difference)) {
    const data = { cart: await showCart(db, by), difference };
    if (problem?.code === "promo_refused" || problem?.code === "certificate_refused")
      throw await meansRefusal(db, laid, by, data);
    throw refuse(refusals, problem ? refusalOf[problem.code] : "cart_changed", { data });
  }
  if (laid.customs.declared && !request.duty_confirmed) {
    throw refuse(refusals, "duty_confirmation_required", {
      fields: { duty_confirmed: ["notification.duty_confirmation_required"] },
    });
  }
}

/** Everything as it is now, so that no later change of prices, rates, rules or addresses reaches the order. */
async function freeze(
  db: Tx,
  laid: CartLayout,
  request: PlaceOrderRequest,
  currency: Currency,
  by: Ordering,
): Promise<Omit<NewOrder, "id">> {
  const { payment, customs, totals } = laid;
  if (!payment) throw new Error("a ready cart has a payment");
  return {
    customer_id: by.customerId,
    locale: by.locale,
    currency: currency.code,
    rub_per_unit: currency.rubPerUnit,
    products_minor: totals.productsMinor,
    ...frozenMeans(laid),
    delivery_minor: totals.deliveryMinor,
    total_minor: totals.totalMinor,
    products_rub_minor: totals.productsRubMinor,
    customs_tax_minor: customs.taxMinor,
    customs_declared: customs.declared,
    customs_rule_id: customs.customs?.rule.id ?? null,
    // Clause 7.14: what was confirmed, at which amount, when and from where, stays with the order.
    duty_confirmed: customs.declared
      ? {
          version: await getOfferVersion(db, by.locale),
          rule_id: customs.customs?.rule.id ?? null,
          tax_minor: customs.taxMinor,
          rub_per_unit: currency.rubPerUnit,
          currency: currency.code,
          at: by.now.toISOString(),
          ip: by.ip,
        }
      : null,
    certificates_minor: totals.certificatesMinor,
    ...(await frozenParcel(db, laid, by)),
    payment_method: payment.code,
    comment: request.comment,
    placed_at: by.now,
    pay_until: new Date(by.now.getTime() + (await settingValue(db, payWithinMinutes)) * MINUTE_MS),
  };
}

/** Where the goods go and how; an order of certificates alone goes nowhere. */
async function frozenParcel(
  db: Tx,
  laid: CartLayout,
  by: Ordering,
): Promise<Pick<NewOrder, "address" | "shipping_method_id" | "shipping_name" | "pickup_point" | "weight_g">> {
  const { address, method } = laid;
  if (laid.orderable.length === 0)
    return { address: null, shipping_method_id: null, shipping_name: "", pickup_point: null, weight_g: 0 };
  if (!address || !method) throw new Error("a ready cart of goods has an address and a delivery");
  return {
    address: await addressSnapshot(db, address),
    shipping_method_id: method.row.id,
    shipping_name: by.locale === "ru-RU" ? method.row.name_ru : method.row.name_en,
    pickup_point: pointSnapshot(laid, by),
    weight_g: laid.weightG,
  };
}

/** Each box that was ticked is a consent of its own. */
async function recordConsents(
  db: Tx,
  { agree_offer }: PlaceOrderRequest,
  { duty_confirmed }: Omit<NewOrder, "id">,
  by: Ordering,
): Promise<void> {
  const purposes = [
    "personal_data" as const,
    ...(agree_offer ? ["offer" as const] : []),
    ...(duty_confirmed ? ["duty_7_14" as const] : []),
  ];
  await giveConsents(db, { id: by.customerId, email: by.email }, purposes, "checkout", by);
}

async function addressSnapshot(db: Tx, address: NonNullable<CartLayout["address"]>): Promise<AddressSnapshot> {
  const { id: _id, alias: _alias, country_name: _name, phone_shown: _shown, ...frozen } = address;
  const names = await countryNames(db, address.country);
  return { ...frozen, country_name_ru: names.ru, country_name_en: names.en };
}

/** Points close and move: the order keeps the whole of what was chosen. */
function pointSnapshot({ point }: CartLayout, by: Ordering): PointSnapshot | null {
  if (!point) return null;
  const { code, type, name, postcode, address, work_time, lat, lon } = point;
  const city = by.locale === "ru-RU" ? point.city_ru : point.city_en;
  return { code, type, name, city, postcode, address, work_time, location: { lat, lon } };
}
