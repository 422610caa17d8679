import type { Tx } from "../platform/db/database.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import { findContact } from "./sql.ts";

/** The steps of a return about which the customer is emailed. */
export const returnEmailEvents = ["requested", "approved", "received", "resolved", "rejected"] as const;
export type ReturnEmailEvent = (typeof returnEmailEvents)[number];

/** How long a decision can be undone before the customer is emailed. */
const UNDO_DELAY_MS = 30_000;

/** Returns the deduplication key of an email about a return. */
export function getReturnEmailKey(returnId: number, event: ReturnEmailEvent): string {
  return `return:${returnId}:${event}`;
}

/**
 * Queues the email about a step of a return, unless the customer's account is deleted. The emails of steps that can be
 * undone wait for 30 seconds.
 */
export async function notifyCustomer(
  tx: Tx,
  { id, order_id }: { id: number; order_id: number },
  event: ReturnEmailEvent,
  now: Date,
): Promise<void> {
  const contact = await findContact(tx, order_id);
  if (!contact) return;
  const canUndo = event === "approved" || event === "rejected";
  await queueEmail(
    tx,
    {
      recipient: contact.email,
      locale: contact.locale,
      template: `return_${event}`,
      params: { returnId: id },
      dedupKey: getReturnEmailKey(id, event),
    },
    canUndo ? { after: new Date(now.getTime() + UNDO_DELAY_MS) } : {},
  );
}
