import { randomBytes } from "node:crypto";
import { toWire } from "../money/currency.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { moveOrder } from "../orders/service.ts";
import { type Db, type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { ProviderName } from "../platform/config.ts";
import type { House } from "../platform/http.ts";
import type { Locale } from "../platform/locale.ts";
import { type OfferedPayment, paymentOffer, providerFor, wirePayment } from "./choice.ts";
import { isUnderWay } from "./attempts.ts";
import type { PaymentProvider } from "./provider.ts";
import { providerNamed } from "./providers.ts";
import { declineReasons, type Payment, refusals } from "./schema.ts";
import { addPayment, findPayment, livePaymentOf, lockOrder, type PaymentRow } from "./sql.ts";

const ID_BYTES = 24;

/** What a payment is made from: the order's own frozen figures. */
export type PayableOrder = {
  id: number;
  totalMinor: number;
  currency: string;
  /** Until then it can be paid; the stock is held as long. */
  payUntil: Date;
  /** Code of the chosen way to pay. */
  method: string;
  /** Where its parcel goes, ISO 3166 alpha-2; null where nothing is sent. */
  country: string | null;
};

/**
 * Makes the payment of a new order, in the order's own transaction. The database refuses a second live one.
 * @param by.providers those whose keys this installation has
 * @returns its unguessable id, and the page where it is paid. Refuses `payment_not_offered`.
 */
export async function createPayment(
  db: Tx,
  order: PayableOrder,
  by: { providers: readonly ProviderName[] },
): Promise<{ id: string; url: string }> {
  const row = paymentRow(order, await providerFor(db, order, by.providers));
  await addPayment(db, row);
  return { id: row.id, url: pageOf(row.id) };
}

/**
 * Makes the payment of an order of nothing: bonuses and a certificate paid for it whole. It is a success at once, no gateway
 * hears of it, and the order is paid; the page of the payment says so.
 */
export async function settleNothing(
  db: Tx,
  order: PayableOrder,
  by: { providers: readonly ProviderName[]; now: Date },
): Promise<{ id: string; url: string }> {
  const row = paymentRow(order, await providerFor(db, order, by.providers));
  await addPayment(db, { ...row, status: "success", paid_at: by.now });
  await moveOrder(db, order.id, "paid", { now: by.now });
  return { id: row.id, url: pageOf(row.id) };
}

const pageOf = (id: string) => `/user/payment/${id}`;

function paymentRow(order: PayableOrder, provider: ProviderName) {
  return {
    id: randomBytes(ID_BYTES).toString("base64url"),
    order_id: order.id,
    provider,
    method: order.method,
    amount_minor: order.totalMinor,
    currency: order.currency,
    expires_at: order.payUntil,
  };
}

/** The payment of an unpaid order: the live one, or a fresh one where the last was cancelled. Refuses what cannot be paid. */
export async function paymentOfOrder(
  house: House,
  customerId: number,
  orderId: number,
  locale: Locale,
): Promise<Payment> {
  const now = house.clock.now();
  const { id } = await withTransaction(house.db, async (db) => {
    const order = await lockOrder(db, orderId);
    if (!order || order.customer_id !== customerId) throw refuse(orderRefusals, "order_not_found");
    if (order.status !== "awaiting_payment" || order.pay_until <= now) throw refuse(orderRefusals, "order_not_payable");
    const live = await livePaymentOf(db, orderId);
    if (live) return live;
    const { total_minor: totalMinor, currency, pay_until: payUntil, payment_method: method } = order;
    const { country } = order;
    return createPayment(
      db,
      { id: orderId, totalMinor, currency, payUntil, method, country },
      { providers: house.config.paymentProviders },
    );
  });
  return getPayment(house, house.db, id, locale);
}

/** A payment for whoever holds its id. Refuses `payment_not_found`. */
export async function getPayment(house: House, db: Db, id: string, locale: Locale): Promise<Payment> {
  const row = await findPayment(db, id);
  if (!row) throw refuse(refusals, "payment_not_found");
  const now = house.clock.now();
  const provider = providerNamed(house, row.provider);
  const status = shownStatus(row);
  const inProgress =
    (status === "awaiting" || status === "error") &&
    isUnderWay(
      { status: row.live_attempt_status, provider_ref: row.live_attempt_ref, created_at: row.live_attempt_at },
      now,
    );
  return {
    id: row.id,
    order_id: row.order_id,
    status,
    amount: toWire(row.amount_minor, { minorDigits: row.minor_digits }),
    iso_code: row.currency,
    sign: row.sign,
    method: row.method,
    methods: (await methodsOf(house, db, row, { status, inProgress })).map((method) => wirePayment(method, locale)),
    action: actionOf(row, status, inProgress ? null : provider, now),
    in_progress: inProgress,
    decline_reason: status === "error" ? shownReason(row.decline_reason) : null,
    refund: row.refund_status,
    expires_at: row.expires_at.toISOString(),
    test_mode: provider.testMode,
  };
}

/** The ways that may be chosen yet: none once it is over, and none while a card is being charged. */
async function methodsOf(
  house: House,
  db: Db,
  row: PaymentRow,
  { status, inProgress }: { status: Payment["status"]; inProgress: boolean },
): Promise<OfferedPayment[]> {
  const isOpen = (status === "awaiting" || status === "error") && row.expires_at > house.clock.now();
  if (!isOpen || (inProgress && row.live_attempt_status !== "challenge")) return [];
  return (await paymentOffer(db, row, house.config.paymentProviders)).offered;
}

/** An order that is called off takes its payment with it, before the job has moved the payment itself. */
function shownStatus(row: PaymentRow): Payment["status"] {
  const isOpen = row.status === "awaiting" || row.status === "error";
  return isOpen && row.order_status !== "awaiting_payment" ? "cancelled" : row.status;
}

/** @param free the provider that may be asked for another attempt; null while one is under way. */
function actionOf(
  row: PaymentRow,
  status: Payment["status"],
  free: PaymentProvider | null,
  now: Date,
): Payment["action"] {
  if (status !== "awaiting" && status !== "error") return { type: "none" };
  if (row.live_attempt_status === "challenge" && row.live_attempt_url)
    return { type: "redirect", url: row.live_attempt_url };
  if (!free || row.expires_at <= now) return { type: "none" };
  const url = free.cardTokensUrl(row.method);
  return url === null ? { type: "redirect" } : { type: "card_form", url };
}

/** A provider may know more reasons than the shop has texts for. */
function shownReason(reason: string | null): Payment["decline_reason"] {
  return declineReasons.find((known) => known === reason) ?? "general_decline";
}
