import { recordConsents } from "../account/consents/record-consents.ts";
import type { CalculatedCart } from "../cart/calculation/calculate-cart.ts";
import type { CartContext } from "../cart/context.ts";
import type { CartCalculator } from "../cart/cart-calculator.ts";
import type { OrderCart } from "../cart/order-cart.ts";
import { deductStock } from "../catalog/products/stock.ts";
import { getCurrency } from "../money/service.ts";
import { getOrder } from "../orders/service.ts";
import { getTermsVersion } from "../orders/terms-version.ts";
import { type NewOrder, createOrder } from "../orders/create-order.ts";
import { createPayment, getPaymentLinkPath } from "../payments/create-payment.ts";
import { createFreePayment } from "../payments/free-payment.ts";
import type { Tx } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { OrderingCustomer, OrderPlacingEvent } from "../platform/order-events.ts";
import { type Refusal, refuse } from "../platform/http/errors.ts";
import { useCachedSnapshot } from "../platform/cache/cache.ts";
import { withIdempotency } from "../platform/http/idempotency.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { createCodeRefusal } from "../promotions/promo-codes/code-refusals.ts";
import { createOrderGiftCards } from "../gift-cards/purchases/purchases.ts";
import { getCartDifference, requiresReconfirmation } from "./stale-cart.ts";
import { type PlacedOrder, type PlaceOrderRequest, refusals } from "./schema.ts";
import {
  buildOrder,
  buildOrderGiftCards,
  buildOrderLines,
  getRedeemedAdjustments,
  getStockItems,
} from "./build-order.ts";
import { payWithinMinutes } from "./settings.ts";

/** Who orders, with what is stored with their consents. */
export type OrderContext = CartContext & {
  key: string | null;
  ip: string;
  userAgent: string;
};

/**
 * Places the order of a cart in one transaction: reads the cart, takes its stock, stores the order and the payment, and
 * empties the cart. Idempotent by key.
 * A higher total than the shopper saw, other lines or duty, or a quantity that is no longer available is refused with
 * `cart_changed`, the current cart and the difference; a lower total is accepted (docs/domain/checkout.md).
 * The order of a checkout that began with an email creates the account; `email_has_account` is refused if somebody else
 * has got one with this email since.
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
      const order = await buildOrder(tx, cart, currency, context, {
        comment: request.comment,
        // Clause 7.14: the order stores what was confirmed: amount, time and IP address.
        dutyConfirmation: cart.customs.isDeclarable
          ? { version: await getTermsVersion(tx, context.locale), ip: context.ip }
          : null,
        minutesToPay: await getSetting(tx, payWithinMinutes),
      });
      const account = await identifyCustomer(app, tx, { customerId: context.customerId, recipient: order.address });
      const id = await createOrder(app, tx, order, buildOrderLines(cart, currency), getRedeemedAdjustments(cart));
      await createOrderGiftCards(tx, id, buildOrderGiftCards(cart));
      await recordCheckoutConsents(tx, request, order, { ...context, email: account.email });
      await deductStock(tx, getStockItems(cart), id);
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
      // Who has not proved the email is no longer signed in, and pays on the page that its secret link opens.
      const url = account.isSignedIn ? payment.url : getPaymentLinkPath(payment.id);
      return { order: await getOrder(tx, context.customerId, id, context.locale), payment: { ...payment, url } };
    },
  );
}

/** Returns whose order it is; the account of a checkout that began with an email is created now. */
async function identifyCustomer(
  { orderEventHandlers }: Pick<AppContext, "orderEventHandlers">,
  tx: Tx,
  event: OrderPlacingEvent,
): Promise<OrderingCustomer> {
  for (const { onPlacing } of orderEventHandlers) if (onPlacing) return onPlacing(tx, event);
  throw new Error("no module creates accounts");
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
    // The message of `order_over_maximum` has the amount.
    const params = problem?.code === "over_order_max" ? { amount: cart.orderMaxRubMinor / 100 } : {};
    throw refuse(refusals, problem ? refusalByProblem[problem.code] : "cart_changed", { data, params });
  }
  if (cart.customs.isDeclarable && !request.duty_confirmed) {
    throw refuse(refusals, "duty_confirmation_required", {
      fields: { duty_confirmed: ["notification.duty_confirmation_required"] },
    });
  }
}

/** Records the consents given with the order; each ticked checkbox is a separate consent. */
async function recordCheckoutConsents(
  db: Tx,
  { agree_offer }: PlaceOrderRequest,
  { duty_confirmed }: Omit<NewOrder, "id">,
  context: OrderContext & { email: string },
): Promise<void> {
  const purposes = [
    "personal_data" as const,
    ...(agree_offer ? ["offer" as const] : []),
    ...(duty_confirmed ? ["duty_7_14" as const] : []),
  ];
  await recordConsents(db, { id: context.customerId, email: context.email }, purposes, "checkout", context);
}

/**
 * Creates the refusal for a code or gift card in the cart that no longer applies.
 * @param data sent with the refusal
 */
async function createAdjustmentRefusal(
  db: Tx,
  { adjustments }: CalculatedCart,
  context: CartContext,
  data: object,
): Promise<Refusal> {
  const refusal = adjustments.promo?.refusal ?? adjustments.giftCard?.refusal;
  if (!refusal) throw new Error("neither the promo code nor the gift card of the cart is refused");
  return createCodeRefusal(db, refusal, context, { data });
}
