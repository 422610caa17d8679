import { randomBytes } from "node:crypto";
import type { Tx } from "../platform/db/database.ts";
import type { ProviderName } from "../platform/config.ts";
import { chooseProvider } from "./payment-methods.ts";
import { addPayment, type PaymentPurpose } from "./sql.ts";

const ID_BYTES = 24;

/** The order data from which a payment is created. */
export type PayableOrder = {
  id: number;
  totalMinor: number;
  currency: string;
  /** The payment deadline, until which the stock is reserved. */
  payUntil: Date;
  /** Code of the chosen payment method. */
  method: string;
  /** Destination country, ISO 3166 alpha-2; null if nothing is shipped. */
  country: string | null;
  /** By default the payment is for the order itself. */
  purpose?: PaymentPurpose;
  /** Import duty that the shopper must confirm before they pay, in minor units. */
  dutyMinor?: number | null;
};

/**
 * Creates the payment of an order or of its edit in their transaction. A unique index prevents a second open payment.
 * @param options.providers the providers that have API keys in this installation.
 * @returns the unguessable id and the path of the payment page.
 * @throws refusal `payment_not_offered`.
 */
export async function createPayment(
  db: Tx,
  order: PayableOrder,
  options: { providers: readonly ProviderName[] },
): Promise<{ id: string; url: string }> {
  const row = buildPaymentRow(order, await chooseProvider(db, order, options.providers));
  await addPayment(db, row);
  return { id: row.id, url: getPaymentPath(row.id) };
}

/** The payment page of a signed-in customer. */
export const getPaymentPath = (id: string) => `/user/payment/${id}`;

/** The payment page for whoever has the link: its id is a secret. */
export const getPaymentLinkPath = (id: string) => `/jpcart/payment/${id}`;

export function buildPaymentRow(order: PayableOrder, provider: ProviderName) {
  return {
    id: randomBytes(ID_BYTES).toString("base64url"),
    order_id: order.id,
    provider,
    method: order.method,
    amount_minor: order.totalMinor,
    currency: order.currency,
    expires_at: order.payUntil,
    purpose: order.purpose ?? "order",
    duty_minor: order.dutyMinor ?? null,
  };
}
