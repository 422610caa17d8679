import { localizePath } from "../../../design-system/i18n/locale-path.ts";
import { formatMoney } from "../money/format.ts";
import { notify } from "../notifications/notify.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import type { Tx } from "../platform/db/database.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import { findJoinNotice, type JoinNotice } from "./sql.ts";

/** Orders are sent in one parcel, or alone again. */
export type JoinEvent = "joined" | "separated";

/** Notifies the customer on the site and by email, in the language of the order. */
export async function notifyOfJoin(tx: Tx, id: number, event: JoinEvent): Promise<void> {
  const notice = await findJoinNotice(tx, id);
  if (!notice) return;
  const { locale, customer_id, email: recipient } = notice;
  const params = buildJoinParams(notice);
  const dedupKey = `joined_order:${id}:${event}`;
  await notify(tx, customer_id, {
    kind: `orders_${event}`,
    title: formatMessage(locale, `orders_${event}_title`, params),
    messageHtml: formatMessage(locale, `orders_${event}_text`, params),
    actions: [
      {
        name: formatMessage(locale, "order_open"),
        href: localizePath(`/profile/orders/${notice.main_order_id}`, locale, "prefix_except_default"),
      },
    ],
    dedupKey,
  });
  await queueEmail(tx, { recipient, locale, template: `orders_${event}`, params: { joinId: id }, dedupKey });
}

/** Returns the parameters of the texts; `none` stands for no refund and no duty. */
export function buildJoinParams(notice: JoinNotice): Record<string, string> {
  const { locale, sign, minor_digits: minorDigits, rounding_digits: roundingDigits } = notice;
  const format = (minor: number) =>
    minor === 0 ? "none" : formatMoney(minor, { sign, minorDigits, roundingDigits }, locale);
  return {
    main: formatOrderNumber(notice.main_order_id),
    joined: formatOrderNumber(notice.order_id),
    sum: format(notice.refund_minor),
    duty: format(notice.duty_minor),
  };
}
