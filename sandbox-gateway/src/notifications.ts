import { createHmac, randomUUID } from "node:crypto";
import type { Gateway, GatewayDb } from "./gateway.ts";
import type { Notification, NotificationEvent } from "./schema.ts";
import {
  addNotification,
  claimNotifications,
  markNotificationDelivered,
  recordFailure,
  type NotificationRow,
} from "./sql.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Delays between attempts. After the first one, notifications are sent 10 s, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and
 * 24 h after the event.
 */
export const retryDelaysMs: readonly number[] = [
  10 * SECOND_MS,
  50 * SECOND_MS,
  4 * MINUTE_MS,
  25 * MINUTE_MS,
  90 * MINUTE_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];

const CONCURRENCY = 8;
const TIMEOUT_MS = 5 * SECOND_MS;

/**
 * Stores notifications for the shop in the transaction of the event.
 * @param delaysMs the delays of the notifications in milliseconds; by default a single one without delay.
 */
export async function addNotifications(
  gateway: Gateway,
  db: GatewayDb,
  event: NotificationEvent,
  object: Notification["object"],
  delaysMs: readonly number[] = [0],
): Promise<void> {
  const now = gateway.clock.now();
  const eventId = randomUUID();
  const notification: Notification = {
    type: "notification",
    id: eventId,
    event,
    created_at: now.toISOString(),
    object,
  };
  const body = JSON.stringify(notification);
  for (const delayMs of delaysMs)
    await addNotification(db, {
      id: randomUUID(),
      shop_id: gateway.shop.id,
      event_id: eventId,
      body,
      created_at: now,
      next_attempt_at: new Date(now.getTime() + delayMs),
    });
}

/**
 * Sends the notifications that are due.
 * @returns the number of attempts.
 */
export async function deliverNotifications(gateway: Gateway): Promise<number> {
  const claimed = await claimNotifications(gateway.db, gateway.clock.now(), CONCURRENCY, retryDelaysMs);
  await Promise.all(claimed.map((notification) => deliverNotification(gateway, notification)));
  return claimed.length;
}

async function deliverNotification(gateway: Gateway, notification: NotificationRow): Promise<void> {
  const failure = await postNotification(gateway, notification);
  if (failure === null) return markNotificationDelivered(gateway.db, notification.id, gateway.clock.now());
  await recordFailure(gateway.db, notification.id, failure);
  gateway.log.info("notification not accepted", {
    notification: notification.id,
    attempts: notification.attempts,
    failure,
    given_up: notification.next_attempt_at === null,
  });
}

/**
 * Posts a notification.
 * @returns null if the shop responded with 200, otherwise the error; a failed attempt does not
 * throw.
 */
async function postNotification(gateway: Gateway, { event_id, body }: NotificationRow): Promise<string | null> {
  const timestamp = Math.floor(gateway.clock.now().getTime() / 1000);
  try {
    const response = await gateway.fetch(gateway.shop.notificationUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "gateway-event-id": event_id,
        "gateway-timestamp": String(timestamp),
        "gateway-signature": `sha256=${computeSignature(gateway.shop.secret, timestamp, body)}`,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status === 200 ? null : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error);
  }
}

/**
 * Computes the HMAC-SHA256 of `timestamp.body` in hex. Its key is the HMAC-SHA256 of the word "notifications" with the
 * shop's secret, so that the API password itself never signs anything.
 */
export function computeSignature(shopSecret: string, timestamp: number, body: string): string {
  const key = createHmac("sha256", shopSecret).update("notifications").digest();
  return createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
}
