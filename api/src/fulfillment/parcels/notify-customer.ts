import { notify, withdrawNotification } from "../../notifications/notify.ts";
import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import { formatOrderNumber } from "../../orders/order-number.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import { formatStoreDate } from "../../platform/i18n/store-dates.ts";
import { queueEmail, withdrawEmail } from "../../platform/mail/email-queue.ts";
import { type KnownEvent, listKnownEvents } from "./current-event.ts";
import { findParcelForNotice, type ParcelNoticeRow } from "./sql.ts";

/** The events of which the customer is told, and the reminder before the storage at the pickup point ends. */
export const parcelNotices = ["ready_for_pickup", "customs_problem", "storage_ends"] as const;
export type ParcelNotice = (typeof parcelNotices)[number];

/** How long an event that staff record can be undone before the customer is emailed. */
const UNDO_DELAY_MS = 30_000;

/** A parcel on its way with its last event, and whom to tell. */
export type ParcelNoticeSource = ParcelNoticeRow & Readonly<{ current: KnownEvent }>;

/** Finds a parcel that has left and did not end, with its last event; null if there is none or nobody to tell. */
export async function findNoticeSource(db: Db, shipmentId: number): Promise<ParcelNoticeSource | null> {
  const row = await findParcelForNotice(db, shipmentId);
  const current = row && listKnownEvents(row.events)[0];
  return row?.status === "shipped" && current ? { ...row, current } : null;
}

/**
 * Notifies the customer of the last event of a parcel on its way if it is one of `parcelNotices`, once for each parcel
 * and event. Late events that are not the last one, and parcels that have ended, notify of nothing.
 * @param options.canUndo whether the email waits until the event cannot be undone any more
 */
export async function notifyOfLastEvent(
  tx: Tx,
  shipmentId: number,
  { now, canUndo }: { now: Date; canUndo: boolean },
): Promise<void> {
  const source = await findNoticeSource(tx, shipmentId);
  const notice = parcelNotices.find((one) => one === source?.current.kind);
  if (source && notice) await sendNotice(tx, source, notice, canUndo ? new Date(now.getTime() + UNDO_DELAY_MS) : null);
}

/** Notifies the customer on the site and by email, once for each parcel. @param after the earliest time of the email */
export async function sendNotice(
  tx: Tx,
  source: ParcelNoticeSource,
  notice: ParcelNotice,
  after: Date | null,
): Promise<void> {
  const { shipment_id, order_id, customer_id, email, locale } = source;
  const dedupKey = getNoticeKey(shipment_id, notice);
  const params = createNoticeParams(source);
  await notify(tx, customer_id, {
    kind: `parcel_${notice}`,
    title: formatMessage(locale, `parcel_${notice}_title`, params),
    messageHtml: formatMessage(locale, `parcel_${notice}_text`, params),
    actions: [
      {
        name: formatMessage(locale, "order_open"),
        href: localizePath(`/profile/orders/${order_id}`, locale, "prefix_except_default"),
      },
    ],
    dedupKey,
  });
  await queueEmail(
    tx,
    { recipient: email, locale, template: `parcel_${notice}`, params: { shipmentId: shipment_id }, dedupKey },
    after ? { after } : {},
  );
}

/** Withdraws a notification, and the email if it was not sent, because the event was undone. */
export async function withdrawNotice(tx: Tx, shipmentId: number, notice: ParcelNotice): Promise<void> {
  const dedupKey = getNoticeKey(shipmentId, notice);
  const row = await findParcelForNotice(tx, shipmentId);
  if (row) await withdrawNotification(tx, row.customer_id, dedupKey);
  await withdrawEmail(tx, dedupKey);
}

/** Returns the key by which a notification and its email are sent once. */
export function getNoticeKey(shipmentId: number, notice: ParcelNotice): string {
  return `parcel:${shipmentId}:${notice}`;
}

/** Returns the parameters of the texts; `none` stands for what is not known. */
export function createNoticeParams({
  order_id,
  joined_orders,
  locale,
  current,
}: ParcelNoticeSource): Record<string, string> {
  const until = current.storage_until;
  return {
    number: [order_id, ...joined_orders].map(formatOrderNumber).join(", "),
    until: until === null ? "none" : formatStoreDate(parseDay(until), locale, { includeYear: false }),
  };
}

/** Returns noon of a day such as `2026-12-11` in UTC, which is the same day in the time zone of the store. */
function parseDay(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}
