import { z } from "zod";
import type {
  ConfirmResult,
  PaymentRequest,
  ProviderPayment,
  WebhookSubject,
} from "../../platform/payment-provider.ts";

/** Our ids, which every provider stores with a payment and returns with it. */
export function createMetadata({ attemptId, paymentId, orderId }: PaymentRequest): Record<string, string> {
  return { attempt_id: attemptId, payment_id: paymentId, order_id: String(orderId) };
}

/** Parses what `createMetadata` has created. Ids that are missing, as in a foreign payment, are empty. */
export function parseMetadata(metadata: Readonly<Record<string, string>> | null): ProviderPayment["metadata"] {
  const { attempt_id = "", payment_id = "", order_id = "" } = metadata ?? {};
  return { attemptId: attempt_id, paymentId: payment_id, orderId: order_id };
}

/** Describes a payment on the page of the provider and in the statement of the shopper's bank. */
export function describePayment({ orderId, locale }: PaymentRequest): string {
  return `${locale === "ru-RU" ? "Заказ" : "Order"} ${orderId}`;
}

/** Confirms a payment again: with the same idempotency key and body, a provider returns its first response. */
export async function recoverByConfirming(confirmation: Promise<ConfirmResult>): Promise<ProviderPayment | null> {
  const result = await confirmation;
  return result.outcome === "accepted" ? result.payment : null;
}

const event = z.object({ event: z.string(), object: z.object({ id: z.string() }) });

/** Returns the subject of an event that is named like `payment.succeeded`. */
export function getEventSubject(payload: unknown): WebhookSubject {
  const { data } = event.safeParse(payload);
  const kind = data && /^(payment|refund)\./.exec(data.event)?.[1];
  return data && (kind === "payment" || kind === "refund") ? { kind, ref: data.object.id } : { kind: "other" };
}
