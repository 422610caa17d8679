import { z } from "zod";
import { formatMoney } from "../../money/format.ts";
import { formatOrderNumber } from "../../orders/order-number.ts";
import { notify } from "../../notifications/notify.ts";
import type { Tx } from "../../platform/db/database.ts";
import { type Queue, queueJob } from "../../platform/jobs/job-queue.ts";
import { localizePath } from "../../../../design-system/i18n/locale-path.ts";
import { queueEmail } from "../../platform/mail/email-queue.ts";
import { formatMessage } from "../../platform/i18n/messages.ts";
import type {
  OrderEventHandler,
  PaymentDeclinedEvent,
  PaymentRefundedEvent,
  RefundDestination,
} from "../../platform/order-events.ts";
import { formatStoreDateTime } from "../../platform/i18n/store-dates.ts";
import { declineReasons } from "../schema.ts";
import { findPayer, type Payer } from "./notification-sql.ts";

/** How long a shopper whose card was declined has to try again before they are notified. */
const DECLINE_NOTICE_DELAY_MS = 10 * 60_000;

export const failureQueue: Queue<{ paymentId: string }> = {
  name: "payments.notify_failed",
  payload: z.object({ paymentId: z.string() }),
};

/** Schedules the notification about a declined payment. It is not sent if the payment succeeds in the meantime. */
async function scheduleFailureNotification(db: Tx, { paymentId, now }: PaymentDeclinedEvent): Promise<void> {
  await queueJob(db, failureQueue, { paymentId }, { after: new Date(now.getTime() + DECLINE_NOTICE_DELAY_MS) });
}

/** Notifies the customer of a refund: money is on its way, points and gift card have it. Changes of the order status send their own notifications. */
async function notifyRefunded(
  db: Tx,
  { refundId, paymentId, amountMinor, destination }: PaymentRefundedEvent,
): Promise<void> {
  const payer = await findPayer(db, paymentId);
  if (!payer) return;
  await sendNotification(db, payer, {
    event: "refunded",
    path: `/profile/orders/${payer.order_id}`,
    dedupKey: `refunded:${refundId}`,
    ...{ amountMinor, destination },
  });
}

/** Notifies the customer of declined payments and of refunds. */
export const paymentNotificationEvents: OrderEventHandler = {
  onPaymentDeclined: scheduleFailureNotification,
  onPaymentRefunded: notifyRefunded,
};

export type NotificationEvent = "failed" | "refunded";

type PaymentNotification = {
  event: NotificationEvent;
  path: string;
  dedupKey: string;
  amountMinor?: number;
  destination?: RefundDestination;
};

/** Sends a site notification and an email in the language of the order. */
export async function sendNotification(
  db: Tx,
  payer: Payer,
  { event, path, dedupKey, amountMinor = payer.amount_minor, destination = "payment_method" }: PaymentNotification,
) {
  const { customer_id, email, locale } = payer;
  const textParams = buildTextParams(payer, { amountMinor, destination });
  await notify(db, customer_id, {
    kind: `payment_${event}`,
    title: formatMessage(locale, `payment_notification_${event}_title`, textParams),
    messageHtml: formatMessage(locale, `payment_notification_${event}_text`, textParams),
    actions: [
      {
        name: formatMessage(locale, `payment_notification_${event}_action`),
        href: localizePath(path, locale, "prefix_except_default"),
      },
    ],
    dedupKey: `payment:${dedupKey}`,
  });
  const params = { paymentId: payer.id, amountMinor, destination };
  await queueEmail(db, {
    recipient: email,
    locale,
    template: `payment_${event}`,
    params,
    dedupKey: `payment:${dedupKey}`,
  });
}

export function canStillPay({ status, purpose, order_status, expires_at }: Payer, now: Date): boolean {
  const isAwaited = purpose === "order_edit" || order_status === "awaiting_payment";
  return status === "error" && isAwaited && expires_at > now;
}

export function buildTextParams(
  payer: Payer,
  { amountMinor, destination }: { amountMinor: number; destination: RefundDestination },
) {
  const { locale, order_id, sign, minor_digits: minorDigits, rounding_digits: roundingDigits, expires_at } = payer;
  const reason = declineReasons.find((code) => code === payer.decline_reason) ?? "general_decline";
  return {
    number: formatOrderNumber(order_id),
    sum: formatMoney(amountMinor, { sign, minorDigits, roundingDigits }, locale),
    until: formatStoreDateTime(expires_at, locale),
    ...{ reason, destination },
  };
}
