import { localizePath } from "../../../design-system/i18n/locale-path.ts";
import { formatMoney } from "../money/format.ts";
import { notify } from "../notifications/notify.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import type { Tx } from "../platform/db/database.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { formatStoreDateTime } from "../platform/i18n/store-dates.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import { findNotifiedEdit, type NotifiedEdit } from "./sql.ts";

/** `requested`: the customer has to pay the difference; `applied`: the order is changed. */
export type EditNotification = "requested" | "applied";

/** Notifies the customer of an edit by a site notification and by email, in the language of the order. */
export async function notifyOfEdit(tx: Tx, id: number, event: EditNotification): Promise<void> {
  const edit = await findNotifiedEdit(tx, id);
  if (!edit) return;
  const { locale, customer_id, email: recipient } = edit;
  const params = buildTextParams(edit);
  const dedupKey = getEditEmailKey(id, event);
  await notify(tx, customer_id, {
    kind: `order_edit_${event}`,
    title: formatMessage(locale, `order_edit_notification_${event}_title`, params),
    messageHtml: formatMessage(locale, `order_edit_notification_${event}_text`, params),
    actions: [
      {
        name: formatMessage(locale, event === "requested" ? "order_edit_pay" : "order_open"),
        href: localizePath(getEditPath(edit, event), locale, "prefix_except_default"),
      },
    ],
    dedupKey,
  });
  await queueEmail(tx, { recipient, locale, template: `order_edit_${event}`, params: { editId: id }, dedupKey });
}

/** Returns the key that an email about an edit has, so that it is sent once. */
export function getEditEmailKey(id: number, event: EditNotification): string {
  return `order_edit:${id}:${event}`;
}

/** Returns the path of the page to which a notification leads: the payment link, or the order. */
export function getEditPath({ order_id, payment_id }: NotifiedEdit, event: EditNotification): string {
  return event === "requested" ? `/jpcart/payment/${payment_id}` : `/profile/orders/${order_id}`;
}

export function buildTextParams(edit: NotifiedEdit) {
  const { locale, order_id, sign, minor_digits: minorDigits, rounding_digits: roundingDigits } = edit;
  const format = (minor: number) => formatMoney(minor, { sign, minorDigits, roundingDigits }, locale);
  return {
    number: formatOrderNumber(order_id),
    sum: format(Math.abs(edit.difference_minor)),
    until: edit.expires_at ? formatStoreDateTime(edit.expires_at, locale) : "",
    duty: edit.duty_minor === null ? "" : format(edit.duty_minor),
    kind: edit.difference_minor < 0 ? "refund" : edit.difference_minor > 0 ? "paid" : "equal",
    has_duty: edit.duty_minor === null ? "no" : "yes",
  };
}
