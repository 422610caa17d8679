import type { Db, Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { sanitizeMessage } from "./sanitize-message.ts";
import { type Notification, type NotificationList, refusals } from "./schema.ts";
import { isShopPath } from "./shop-path.ts";
import { countUnread, hideNotification, insertNotification, listVisibleNotifications } from "./sql.ts";

/** Older notifications are listed when newer ones are hidden. */
const MAX_LISTED = 50;

export type NotificationContent = {
  /** What it is about, such as `order_paid`. */
  kind: string;
  /** Plain text, in the customer's language. */
  title: string;
  /** Sanitized before it is stored; the caller must still escape text from outside. */
  messageHtml: string;
  /** Links into the shop. */
  actions?: { name: string; href: string }[];
  /** A customer gets at most one notification for each key. */
  dedupKey: string;
};

/**
 * Creates a notification in the customer's panel, once per key, within the caller's transaction.
 * @throws Error if an action links out of the shop.
 */
export async function notify(db: Tx, customerId: number, content: NotificationContent): Promise<void> {
  const actions = content.actions ?? [];
  const externalAction = actions.find((action) => !isShopPath(action.href));
  if (externalAction) throw new Error(`a notification may only lead into the shop, not to ${externalAction.href}`);
  await insertNotification(db, {
    customerId,
    kind: content.kind,
    title: content.title,
    messageHtml: sanitizeMessage(content.messageHtml),
    actions,
    dedupKey: content.dedupKey,
  });
}

/** Returns the customer's notifications that are not hidden, and the number of unread ones. */
export async function listNotifications(db: Db, customerId: number, locale: Locale): Promise<NotificationList> {
  const [rows, unread] = await Promise.all([
    listVisibleNotifications(db, customerId, MAX_LISTED),
    countUnread(db, customerId),
  ]);
  const items = rows.map((row): Notification => ({
    id: row.id,
    title: row.title,
    message: row.message_html,
    actions: row.actions,
    action: { name: formatMessage(locale, "notification_hide"), action: "hide" },
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
  }));
  return { items, unread };
}

/** Hides a notification for good. Refuses `notification_not_found`, also if it belongs to another customer. */
export async function dismissNotification(db: Db, customerId: number, id: number, now: Date): Promise<void> {
  if (!(await hideNotification(db, customerId, id, now))) throw refuse(refusals, "notification_not_found");
}
