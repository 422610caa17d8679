import { notify } from "../notifications/service.ts";
import type { Tx } from "../platform/db.ts";
import { localePath } from "../platform/locale.ts";
import { queueMail } from "../platform/mail.ts";
import { text } from "../platform/texts.ts";
import { orderNumber } from "./order-number.ts";
import type { OrderStatus } from "./schema.ts";
import { type Reader, readerOf } from "./sql.ts";

/** What happens to an order: its moves, and that nobody paid for it in time. */
export type OrderEvent = OrderStatus | "expired";

/** Events that are worth a letter; the bell tells of all. */
export const letterEvents = [
  "awaiting_payment",
  "paid",
  "shipped",
  "delivered",
  "cancelled",
  "expired",
  "refunded",
] as const satisfies readonly OrderEvent[];
export type LetterEvent = (typeof letterEvents)[number];

/**
 * Tells the customer what happened to his order, by bell and by letter, once each and with the caller's own writes.
 * Both are in the language that the order was placed in, whoever brought the news (a webhook has none).
 */
export async function tellOfOrder(db: Tx, orderId: number, event: OrderEvent): Promise<void> {
  const reader = await readerOf(db, orderId);
  if (reader) await tellReader(db, reader, orderId, event);
}

/** The same where it is known whom to tell. */
export async function tellReader(db: Tx, reader: Reader, orderId: number, event: OrderEvent): Promise<void> {
  const { customer_id, email, locale, tracking_number } = reader;
  const params = { number: orderNumber(orderId), tracking: tracking_number ?? "none" };
  const dedupKey = `order:${orderId}:${event}`;
  await notify(db, customer_id, {
    kind: `order_${event}`,
    title: text(locale, `order_told_${event}_title`, params),
    messageHtml: text(locale, `order_told_${event}_text`, params),
    actions: [{ name: text(locale, "order_open"), href: localePath(locale, `/profile/orders/${orderId}`) }],
    dedupKey,
  });
  if (letterEvents.some((one) => one === event))
    await queueMail(db, { recipient: email, locale, template: `order_${event}`, params: { orderId }, dedupKey });
}
