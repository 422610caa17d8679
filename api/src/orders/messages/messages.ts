import type { Db } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { withIdempotency } from "../../platform/http/idempotency.ts";
import { consumeRateLimit } from "../../platform/http/rate-limits.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { publishStaffEvent } from "../../staff/events/staff-event.ts";
import { refusals } from "../schema.ts";
import { messageLimit } from "../settings.ts";
import { NOTE_DELAY_MS } from "../staff/note-sql.ts";
import type { NewMessage, OrderMessages } from "./schema.ts";
import { attachPhotos, findMessages, insertMessage, lockOrderOfCustomer } from "./sql.ts";

/**
 * Returns the conversation about one of the customer's own orders. What staff write is part of it once it cannot be
 * undone any more.
 * @throws refusal `order_not_found`, also for another customer's order
 */
export async function getOrderMessages(
  db: Db,
  { customerId, orderId, now }: { customerId: number; orderId: number; now: Date },
): Promise<OrderMessages> {
  const writtenBefore = new Date(now.getTime() - NOTE_DELAY_MS);
  const messages = await findMessages(db, { customerId, orderId, writtenBefore });
  if (!messages) throw refuse(refusals, "order_not_found");
  return {
    items: messages.map(({ id, is_from_customer, text, created_at, photos }) => ({
      ...{ id, is_own: is_from_customer, text, photos },
      at: new Date(created_at).toISOString(),
    })),
  };
}

/** The order and the customer of a message, and its idempotency key. */
type Sender = { customerId: number; orderId: number; key: string | null };

/**
 * Sends a message about one of the customer's own orders to the staff, once for each key.
 * @throws refusal `order_not_found`, also for another customer's order, `too_many_requests`, or a validation error
 * `photo_unknown` for the field `photos`
 */
export async function sendMessage(
  { db, clock }: AppContext,
  { customerId, orderId, key }: Sender,
  message: NewMessage,
): Promise<{ id: number }> {
  const options = { scope: `order_messages:${customerId}`, key, body: { orderId, ...message } };
  return withIdempotency(db, options, async (tx) => {
    const now = clock.now();
    if (!(await lockOrderOfCustomer(tx, customerId, orderId))) throw refuse(refusals, "order_not_found");
    const limit = await getSetting(tx, messageLimit);
    await consumeRateLimit(tx, { name: "orders:messages_per_customer", subject: customerId }, { ...limit, now });
    const id = await insertMessage(tx, { order_id: orderId, text: message.text, created_at: now });
    const ids = [...new Set(message.photos)];
    if (ids.length > 0 && !(await attachPhotos(tx, { noteId: id, customerId, ids })))
      throw refuse(commonRefusals, "validation_failed", { fields: { photos: ["photo_unknown"] } });
    await publishStaffEvent(tx, { kind: "order", id: String(orderId), actor_id: null });
    return { id };
  });
}
