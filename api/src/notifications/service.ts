import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { type Notification, type NotificationList, refusals } from "./schema.ts";
import { countUnread, hideNotification, listVisibleNotifications } from "./sql.ts";

/** Older notifications are listed when newer ones are hidden. */
const MAX_LISTED = 50;

/** Returns the customer's notifications that are not hidden, and the number of unread ones. */
export async function listNotifications(db: Db, customerId: number, locale: Locale): Promise<NotificationList> {
  const [rows, unread] = await Promise.all([
    listVisibleNotifications(db, customerId, MAX_LISTED),
    countUnread(db, customerId),
  ]);
  const items = rows.map((row): Notification => ({
    id: row.id,
    kind: row.kind,
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
