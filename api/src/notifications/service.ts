import type { Db, Tx } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { text } from "../platform/texts.ts";
import { cleanMessage } from "./clean-html.ts";
import { type Notification, type NotificationList, refusals } from "./schema.ts";
import { isShopPath } from "./shop-path.ts";
import { countUnread, hideNotification, insertNotification, openNotifications } from "./sql.ts";

/** More than anybody reads in a panel; older ones wait until these are hidden. */
const SHOWN = 50;

export type Told = {
  /** What it is about, such as `order_paid`. */
  kind: string;
  /** Plain text, in the customer's language. */
  title: string;
  /** Cleaned before it is kept; whatever of it comes from outside is still to be escaped by the caller. */
  messageHtml: string;
  /** Links into the shop. */
  actions?: { name: string; href: string }[];
  /** The same key never tells a customer twice. */
  dedupKey: string;
};

/** Tells a customer something in his panel, once, together with what the transaction does. */
export async function notify(db: Tx, customerId: number, told: Told): Promise<void> {
  const actions = told.actions ?? [];
  const outward = actions.find((action) => !isShopPath(action.href));
  if (outward) throw new Error(`a notification may only lead into the shop, not to ${outward.href}`);
  await insertNotification(db, {
    customerId,
    kind: told.kind,
    title: told.title,
    messageHtml: cleanMessage(told.messageHtml),
    actions,
    dedupKey: told.dedupKey,
  });
}

/** What a customer has not hidden, and how much of all that he has not read. */
export async function listNotifications(db: Db, customerId: number, locale: Locale): Promise<NotificationList> {
  const [rows, unread] = await Promise.all([openNotifications(db, customerId, SHOWN), countUnread(db, customerId)]);
  const items = rows.map((row): Notification => ({
    id: row.id,
    title: row.title,
    message: row.message_html,
    actions: row.actions,
    action: { name: text(locale, "notification_hide"), action: "hide" },
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
  }));
  return { items, unread };
}

/** Takes a notification out of its owner's panel for good. Refuses `notification_not_found`, also for another's. */
export async function dismissNotification(db: Db, customerId: number, id: number, now: Date): Promise<void> {
  if (!(await hideNotification(db, customerId, id, now))) throw refuse(refusals, "notification_not_found");
}
