import type { Tx } from "../platform/db/database.ts";
import { queuePush } from "./push/queue.ts";
import { sanitizeMessage } from "./sanitize-message.ts";
import { isShopPath } from "./shop-path.ts";
import { deleteNotification, insertNotification } from "./sql.ts";

export type NotificationContent = {
  /** What it is about, such as `order_paid`. */
  kind: string;
  /** Plain text, in the customer's language. */
  title: string;
  /** Sanitized before it is stored; the caller must still escape text from outside. */
  messageHtml: string;
  /** Links to paths of the store. */
  actions?: { name: string; href: string }[];
  /** A customer gets at most one notification for each key. */
  dedupKey: string;
};

/**
 * Creates a notification in the customer's panel, once per key, within the caller's transaction. After the commit it is
 * pushed to the browsers on which the customer has switched its kind on.
 * @throws Error if an action links to another site.
 */
export async function notify(db: Tx, customerId: number, content: NotificationContent): Promise<void> {
  const actions = content.actions ?? [];
  const externalAction = actions.find((action) => !isShopPath(action.href));
  if (externalAction)
    throw new Error(`a notification may link only to paths of the store, not to ${externalAction.href}`);
  const inserted = await insertNotification(db, {
    customerId,
    kind: content.kind,
    title: content.title,
    messageHtml: sanitizeMessage(content.messageHtml),
    actions,
    dedupKey: content.dedupKey,
  });
  if (inserted?.hasBrowser) await queuePush(db, inserted.id);
}

/** Deletes a notification, read or not, because what it is about was undone; does nothing if there is none. */
export async function withdrawNotification(db: Tx, customerId: number, dedupKey: string): Promise<void> {
  await deleteNotification(db, customerId, dedupKey);
}
