import { createHmac, randomUUID } from "node:crypto";
import type { Gateway, GatewayDb } from "./gateway.ts";
import type { Notification, NotificationEvent } from "./schema.ts";
import { addNotification, claimNotifications, endNotification, noteFailure, type NotificationRow } from "./sql.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits between tries: at once, then 10 s, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h after the event. */
export const retryGapsMs: readonly number[] = [
  10 * SECOND,
  50 * SECOND,
  4 * MINUTE,
  25 * MINUTE,
  90 * MINUTE,
  4 * HOUR,
  6 * HOUR,
  12 * HOUR,
];

const AT_ONCE = 8;
const ANSWER_WITHIN_MS = 5 * SECOND;

/**
 * Writes down what the shop must be told, in the transaction that makes it true.
 * @param afterMs when it is told: once at once, unless said otherwise.
 */
export async function notify(
  gateway: Gateway,
  db: GatewayDb,
  event: NotificationEvent,
  object: Notification["object"],
  afterMs: readonly number[] = [0],
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
  for (const after of afterMs)
    await addNotification(db, {
      id: randomUUID(),
      shop_id: gateway.shop.id,
      event_id: eventId,
      body,
      created_at: now,
      next_try_at: new Date(now.getTime() + after),
    });
}

/** Sends the notifications that are due. @returns how many were tried. */
export async function deliverNotifications(gateway: Gateway): Promise<number> {
  const claimed = await claimNotifications(gateway.db, gateway.clock.now(), AT_ONCE, retryGapsMs);
  await Promise.all(claimed.map((notification) => deliver(gateway, notification)));
  return claimed.length;
}

async function deliver(gateway: Gateway, notification: NotificationRow): Promise<void> {
  const failure = await post(gateway, notification);
  if (failure === null) return endNotification(gateway.db, notification.id, gateway.clock.now());
  await noteFailure(gateway.db, notification.id, failure);
  gateway.log.info("notification not taken", {
    notification: notification.id,
    tries: notification.tries,
    failure,
    given_up: notification.next_try_at === null,
  });
}

/** Posts one notification. @returns null when the shop answered 200, else what went wrong; a failed try is not a fault. */
async function post(gateway: Gateway, { event_id, body }: NotificationRow): Promise<string | null> {
  const timestamp = Math.floor(gateway.clock.now().getTime() / 1000);
  try {
    const response = await gateway.fetch(gateway.shop.notificationUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "gateway-event-id": event_id,
        "gateway-timestamp": String(timestamp),
        "gateway-signature": `sha256=${signature(gateway.shop.secret, timestamp, body)}`,
      },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    await response.body?.cancel();
    return response.status === 200 ? null : `answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error);
  }
}

/**
 * HMAC-SHA256 over `timestamp.body`, in hex. The key is the shop's notification key: HMAC-SHA256 of the word
 * "notifications" under the shop's secret, so that the password of the API never signs anything itself.
 */
export function signature(shopSecret: string, timestamp: number, body: string): string {
  const key = createHmac("sha256", shopSecret).update("notifications").digest();
  return createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
}
