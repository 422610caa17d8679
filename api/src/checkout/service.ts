import { recordConsents } from "../account/consents/record-consents.ts";
import type { CalculatedCart } from "../cart/calculation/calculate-cart.ts";
import type { CartContext } from "../cart/context.ts";
import type { CartCalculator } from "../cart/cart-calculator.ts";
import type { OrderCart } from "../cart/order-cart.ts";
import { type StockItem, deductStock } from "../catalog/products/stock.ts";
import type { Currency } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import { getCountryNames } from "../delivery/service.ts";
import { getOrder } from "../orders/service.ts";
import type { AddressSnapshot } from "../orders/order-address.ts";
import { type NewOrder, type PickupPointSnapshot, createOrder } from "../orders/create-order.ts";
import { createPayment } from "../payments/create-payment.ts";
import { createFreePayment } from "../payments/free-payment.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { refuse } from "../platform/http/errors.ts";
import { useCachedSnapshot } from "../platform/cache/cache.ts";
import { withIdempotency } from "../platform/http/idempotency.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { createOrderGiftCards } from "../gift-cards/purchases/purchases.ts";
import { getCartDifference, requiresReconfirmation } from "./stale-cart.ts";
import {
  buildOrderGiftCards,
  buildOrderLines,
  buildOrderAdjustments,
  createAdjustmentRefusal,
  getRedeemedAdjustments,
} from "./adjustments.ts";
import { type PlacedOrder, type PlaceOrderRequest, refusals } from "./schema.ts";
import { getTermsVersion } from "./terms-sql.ts";
import { payWithinMinutes } from "./settings.ts";

/** Who orders, with what is stored with their consents. */
export type OrderContext = CartContext & {
  email: string;
  key: string | null;
  ip: string;
  userAgent: string;
};

const MINUTE_MS = 60_000;

/**
 * Places the order of a cart in one transaction: reads the cart, takes its stock, stores the order and the payment, and
 * empties the cart. Idempotent by key.
 * A higher total than the shopper saw, other lines or duty, or a quantity that is no longer available is refused with
 * `cart_changed`, the current cart and the difference; a lower total is accepted (docs/domain/checkout.md).
 * @throws refusals that name what the cart lacks (see `refusals`)
 */
export async function placeOrder(
  app: Pick<AppContext, "config" | "db" | "orderEventHandlers">,
  calculator: CartCalculator,
  request: PlaceOrderRequest,
  context: OrderContext,
): Promise<PlacedOrder> {
  return withIdempotency(
    app.db,
    { scope: `orders:${context.customerId}`, key: context.key, body: { ...request, currency: context.currency } },
    async (tx) => {
      await useCachedSnapshot(tx);
      const currency = await getCurrency(tx, context.currency);
      const orderCart = await calculator.calculateForOrder(tx, context);
      await assertOrderable(calculator, tx, orderCart, request, context);
      const { cart } = orderCart;
      const order = await buildOrder(tx, cart, request, currency, context);
      const id = await createOrder(app, tx, order, buildOrderLines(cart, currency), getRedeemedAdjustments(cart));
      await createOrderGiftCards(tx, id, buildOrderGiftCards(cart));
      await recordCheckoutConsents(tx, request, order, context);
      await deductStock(tx, getStockItems(cart));
      const payable = {
        id,
        totalMinor: order.total_minor,
        currency: currency.code,
        payUntil: order.pay_until,
        method: order.payment_method,
        country: order.address?.country ?? null,
      };
      const paymentOptions = { providers: app.config.paymentProviders, now: context.now };
      const payment =
        order.total_minor === 0
          ? await createFreePayment(app, tx, payable, paymentOptions)
          : await createPayment(tx, payable, paymentOptions);
      return { order: await getOrder(tx, context.customerId, id, context.locale), payment };
    },
  );
}

/** Lists everything that the order takes from stock, including gifts. */
function getStockItems(cart: CalculatedCart): StockItem[] {
  const goods = cart.lines.map(({ row }) => ({ productId: row.product_id, optionId: row.option_id, qty: row.qty }));
  const gifts = cart.adjustments.gifts.map(({ row }) => ({
    productId: row.product_id,
    optionId: row.option_id,
    qty: 1,
  }));
  return [...goods, ...gifts];
}

/** The refusal of each problem; those of codes are created by `createAdjustmentRefusal`. */
const refusalByProblem = {
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

/**
 * Refuses an order of a cart that has problems, differs from what the shopper saw, or needs a confirmation of the duty.
 * @throws the refusal, with the current cart and the difference in its data
 */
async function assertOrderable(
  calculator: CartCalculator,
  db: Tx,
  { cart, serialized }: OrderCart,
  request: PlaceOrderRequest,
  context: OrderContext,
): Promise<void> {
  const expected = {
    lines: request.expected_lines ?? null,
    presents: request.expected_presents ?? null,
    certificates: request.expected_certificates ?? null,
    total: request.expected_total,
    duty: request.expected_duty ?? null,
    choices: request.expected_choices ?? null,
  };
  const difference = getCartDifference(expected, serialized);
  const [problem] = cart.problems;
  if (problem || requiresReconfirmation(difference)) {
    const data = { cart: await calculator.getCart(db, context), difference };
    if (problem?.code === "promo_refused" || problem?.code === "certificate_refused")
      throw await createAdjustmentRefusal(db, cart, context, data);
    throw refuse(refusals, problem ? refusalByProblem[problem.code] : "cart_changed", { data });
  }
  if (cart.customs.isDeclarable && !request.duty_confirmed) {
    throw refuse(refusals, "duty_confirmation_required", {
      fields: { duty_confirmed: ["notification.duty_confirmation_required"] },
    });
  }
}

/**
 * Builds the order with a copy of everything, so that later changes of prices, rates, rules or addresses do not affect
 * it.
 */
async function buildOrder(
  db: Tx,
  cart: CalculatedCart,
  request: PlaceOrderRequest,
  currency: Currency,
  context: OrderContext,
): Promise<Omit<NewOrder, "id">> {
  const { payment, customs, totals } = cart;
  if (!payment) throw new Error("a cart without problems has a payment method");
  return {
    customer_id: context.customerId,
    locale: context.locale,
    currency: currency.code,
    rub_per_unit: currency.rubPerUnit,
    products_minor: totals.productsMinor,
    ...buildOrderAdjustments(cart),
    delivery_minor: totals.deliveryMinor,
    total_minor: totals.totalMinor,
    products_rub_minor: totals.productsRubMinor,
    customs_tax_minor: customs.taxMinor,
    customs_declared: customs.isDeclarable,
    customs_rule_id: customs.customs?.rule.id ?? null,
    // Clause 7.14: the order stores what was confirmed: amount, time and IP address.
    duty_confirmed: customs.isDeclarable
      ? {
          version: await getTermsVersion(db, context.locale),
          rule_id: customs.customs?.rule.id ?? null,
          tax_minor: customs.taxMinor,
          rub_per_unit: currency.rubPerUnit,
          currency: currency.code,
          at: context.now.toISOString(),
          ip: context.ip,
        }
      : null,
    purchased_gift_cards_minor: totals.purchasedGiftCardsMinor,
    ...(await buildShipment(db, cart, context)),
    payment_method: payment.code,
    comment: request.comment,
    placed_at: context.now,
    pay_until: new Date(context.now.getTime() + (await getSetting(db, payWithinMinutes)) * MINUTE_MS),
  };
}

/** Builds destination and delivery of the goods; empty for an order of gift cards alone. */
async function buildShipment(
  db: Tx,
  cart: CalculatedCart,
  context: OrderContext,
): Promise<Pick<NewOrder, "address" | "shipping_method_id" | "shipping_name" | "pickup_point" | "weight_g">> {
  const { address, method } = cart;
  if (cart.orderable.length === 0)
    return { address: null, shipping_method_id: null, shipping_name: "", pickup_point: null, weight_g: 0 };
  if (!address || !method) throw new Error("a cart of goods without problems has an address and a shipping method");
  return {
    address: await createAddressSnapshot(db, address),
    shipping_method_id: method.row.id,
    shipping_name: context.locale === "ru-RU" ? method.row.name_ru : method.row.name_en,
    pickup_point: createPickupPointSnapshot(cart, context),
    weight_g: cart.weightG,
  };
}

/** Records the consents given with the order; each ticked checkbox is a separate consent. */
async function recordCheckoutConsents(
  db: Tx,
  { agree_offer }: PlaceOrderRequest,
  { duty_confirmed }: Omit<NewOrder, "id">,
  context: OrderContext,
): Promise<void> {
  const purposes = [
    "personal_data" as const,
    ...(agree_offer ? ["offer" as const] : []),
    ...(duty_confirmed ? ["duty_7_14" as const] : []),
  ];
  await recordConsents(db, { id: context.customerId, email: context.email }, purposes, "checkout", context);
}

async function createAddressSnapshot(
  db: Tx,
  address: NonNullable<CalculatedCart["address"]>,
): Promise<AddressSnapshot> {
  const { id: _id, alias: _alias, country_name: _name, phone_shown: _shown, ...snapshot } = address;
  const names = await getCountryNames(db, address.country);
  return { ...snapshot, country_name_ru: names.ru, country_name_en: names.en };
}

/** Copies the selected pickup point completely, since pickup points close and move. */
function createPickupPointSnapshot({ pickupPoint }: CalculatedCart, context: OrderContext): PickupPointSnapshot | null {
  if (!pickupPoint) return null;
  const { code, type, name, postcode, address, work_time, lat, lon } = pickupPoint;
  const city = context.locale === "ru-RU" ? pickupPoint.city_ru : pickupPoint.city_en;
  return { code, type, name, city, postcode, address, work_time, location: { lat, lon } };
}
