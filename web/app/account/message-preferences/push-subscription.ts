/** Whether this browser can show notifications: not at all, not since the customer has blocked them, or yes. */
export type PushSupport = "unsupported" | "blocked" | "supported";

export function getPushSupport(): PushSupport {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "blocked" : "supported";
}

/** The fields of a subscription that the store needs. */
export type SubscriptionFields = { endpoint: string; p256dh: string; auth: string };

/**
 * Asks the customer for permission and subscribes this browser. Must be called for a press: browsers refuse to ask
 * otherwise.
 * @param publicKey the key of the store, in base64url
 * @returns null if the customer refused
 * @throws Error if the browser cannot reach its push service
 */
export async function subscribeToPush(publicKey: string): Promise<SubscriptionFields | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = decodeKey(publicKey);
  const existing = await pushManager.getSubscription();
  // A subscription for an earlier key of the store cannot be used.
  if (existing && !isSameKey(existing.options.applicationServerKey, key)) await existing.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" };
}

/** Ends the subscription of this browser, if it has one. */
export async function unsubscribeFromPush(): Promise<void> {
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
}

/** Returns the hash by which the store lists this browser (`endpoint_hash`); null if it is not subscribed. */
export async function getEndpointHash(): Promise<string | null> {
  const subscription = await findSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function decodeKey(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isSameKey(first: ArrayBuffer | null, second: Uint8Array): boolean {
  return first !== null && new Uint8Array(first).join() === second.join();
}
