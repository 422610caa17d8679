import { toMajorUnits } from "../money/currency.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { type Db, withTransaction } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { type AvailableMethod, getMethodAvailability, serializePaymentMethod } from "./payment-methods.ts";
import { isInProgress } from "./attempts/attempt-state.ts";
import type { PaymentProvider } from "../platform/payment-provider.ts";
import { declineReasons, type Payment, refusals } from "./schema.ts";
import { findPayment, findLivePayment, lockOrder, type PaymentRow } from "./sql.ts";
import { createPayment } from "./create-payment.ts";

/**
 * Returns the open payment of an unpaid order, or creates one if the last was canceled.
 * @throws refusal `order_not_found` or `order_not_payable`.
 */
export async function getOrCreateOrderPayment(
  app: AppContext,
  customerId: number,
  orderId: number,
  locale: Locale,
): Promise<Payment> {
  const now = app.clock.now();
  const { id } = await withTransaction(app.db, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order || order.customer_id !== customerId) throw refuse(orderRefusals, "order_not_found");
    if (order.status !== "awaiting_payment" || order.pay_until <= now) throw refuse(orderRefusals, "order_not_payable");
    const livePayment = await findLivePayment(db, orderId);
    if (livePayment) return livePayment;
    const {
      total_minor: totalMinor,
      currency,
      pay_until: payUntil,
      payment_method: method,
      country,
      unconfirmed_duty_minor: dutyMinor,
    } = order;
    const payable = { id: orderId, totalMinor, currency, payUntil, method, country, dutyMinor };
    return createPayment(db, payable, { providers: app.config.paymentProviders });
  });
  return getPayment(app, app.db, id, locale);
}

/** Returns the order of a payment. @throws refusal `payment_not_found` */
export async function getOrderOfPayment(db: Db, id: string): Promise<number> {
  const row = await findPayment(db, id);
  if (!row) throw refuse(refusals, "payment_not_found");
  return row.order_id;
}

/**
 * Returns a payment by its id.
 * @throws refusal `payment_not_found`.
 */
export async function getPayment(app: AppContext, db: Db, id: string, locale: Locale): Promise<Payment> {
  const row = await findPayment(db, id);
  if (!row) throw refuse(refusals, "payment_not_found");
  const now = app.clock.now();
  const provider = app.paymentProviders.get(row.provider);
  const status = getEffectiveStatus(row);
  const hasAttemptInProgress =
    (status === "awaiting" || status === "error") &&
    isInProgress(
      { status: row.live_attempt_status, provider_ref: row.live_attempt_ref, created_at: row.live_attempt_at },
      now,
    );
  return {
    id: row.id,
    order_id: row.order_id,
    status,
    amount: toMajorUnits(row.amount_minor, { minorDigits: row.minor_digits }),
    iso_code: row.currency,
    sign: row.sign,
    method: row.method,
    methods: (await listAvailableMethods(app, db, row, { status, hasAttemptInProgress })).map((method) =>
      serializePaymentMethod(method, locale),
    ),
    action: getNextAction(row, status, hasAttemptInProgress ? null : provider, now),
    in_progress: hasAttemptInProgress,
    decline_reason: status === "error" ? toDeclineReason(row.decline_reason) : null,
    refund: row.refund_status,
    purpose: row.purpose,
    duty: row.duty_minor === null ? null : serializeDuty(row, row.duty_minor),
    terms_required: row.needs_terms,
    delivery: status === "success" && row.has_delivery ? serializeDelivery(row) : null,
    expires_at: row.expires_at.toISOString(),
    test_mode: provider.isTestMode,
  };
}

/**
 * Lists the payment methods that can still be chosen: none if the payment has ended or a card is being charged, and none
 * for an edit, which is paid by the method of its order.
 */
async function listAvailableMethods(
  app: AppContext,
  db: Db,
  row: PaymentRow,
  { status, hasAttemptInProgress }: { status: Payment["status"]; hasAttemptInProgress: boolean },
): Promise<AvailableMethod[]> {
  const isOpen = (status === "awaiting" || status === "error") && row.expires_at > app.clock.now();
  if (!isOpen || row.purpose === "order_edit" || (hasAttemptInProgress && row.live_attempt_status !== "challenge"))
    return [];
  return (await getMethodAvailability(db, row, app.config.paymentProviders)).available;
}

function serializeDuty(
  { minor_digits: minorDigits, order_duty_minor, is_duty_confirmed }: PaymentRow,
  dutyMinor: number,
): NonNullable<Payment["duty"]> {
  return {
    before: toMajorUnits(order_duty_minor, { minorDigits }),
    after: toMajorUnits(dutyMinor, { minorDigits }),
    is_confirmed: is_duty_confirmed,
  };
}

function serializeDelivery(row: PaymentRow): NonNullable<Payment["delivery"]> {
  const { promised_from: from, promised_until: to, to_pickup_point, customs_tax_minor, minor_digits } = row;
  return {
    promised: from === null || to === null ? null : { from, to },
    to_pickup_point,
    duty: toMajorUnits(customs_tax_minor, { minorDigits: minor_digits }),
  };
}

/** A canceled order cancels its open payment, even before the job has updated the payment itself. */
function getEffectiveStatus(row: PaymentRow): Payment["status"] {
  const isOpen = row.status === "awaiting" || row.status === "error";
  return isOpen && row.purpose === "order" && row.order_status !== "awaiting_payment" ? "cancelled" : row.status;
}

/**
 * Returns the shopper's next step.
 * @param provider the provider, if another attempt may be started; null while one is in progress.
 */
function getNextAction(
  row: PaymentRow,
  status: Payment["status"],
  provider: PaymentProvider | null,
  now: Date,
): Payment["action"] {
  if (status !== "awaiting" && status !== "error") return { type: "none" };
  if (row.live_attempt_status === "challenge" && row.live_attempt_url)
    return { type: "redirect", url: row.live_attempt_url };
  if (!provider || row.expires_at <= now) return { type: "none" };
  const url = provider.getCardTokensUrl(row.method);
  return url === null ? { type: "redirect" } : { type: "card_form", url };
}

/** Maps reasons that the shop has no text for to the general one. */
function toDeclineReason(reason: string | null): Payment["decline_reason"] {
  return declineReasons.find((code) => code === reason) ?? "general_decline";
}
