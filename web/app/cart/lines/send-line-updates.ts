import { publishWrittenCart } from "../written-cart.ts";
import type { LineUpdateResult, LineUpdate } from "./line-update.ts";

/** Posts updates to the server; null if it was not reached. @param isLate whether they were queued before */
type Post = (updates: readonly LineUpdate[], isLate?: boolean) => Promise<LineUpdateResult | null>;
/**
 * What became of the updates: the result of the server; `queued` in the browser because the server was not reached; or null
 * if the server was not reached and they are lost.
 */
export type SendOutcome = { result: LineUpdateResult; updates: readonly LineUpdate[] } | "queued" | null;
/** Sends updates with `post` and decides what happens if the server is not reached. */
export type Sender = (updates: readonly LineUpdate[], post: Post) => Promise<SendOutcome>;

/** How long a failed update waits for the queueing sender, which is loaded when the page is idle. */
const QUEUE_SENDER_TIMEOUT_MS = 10_000;

/** The default sender. If a request fails on a page with a service worker, it waits for the queueing sender. */
const sendImmediately: Sender = async (updates, post) => {
  const result = updates.length > 0 ? await post(updates) : ({ ok: true } as const);
  if (result) return { result, updates };
  if (!("serviceWorker" in navigator && navigator.serviceWorker.controller)) return null;
  const queueSender = await Promise.race([
    queueSenderReady,
    new Promise<null>((resolveTimeout) => setTimeout(() => resolveTimeout(null), QUEUE_SENDER_TIMEOUT_MS)),
  ]);
  return queueSender && queueSender(updates, post);
};
let activeSender = sendImmediately;
let resolveQueueSender: (sender: Sender) => void = () => {};
const queueSenderReady = new Promise<Sender>((resolve) => {
  resolveQueueSender = resolve;
});

/** Replaces the sender of line updates. @returns a function that restores the default */
export function setSender(newSender: Sender): () => void {
  activeSender = newSender;
  resolveQueueSender(newSender);
  return () => {
    activeSender = sendImmediately;
  };
}

/** Sends line updates to the action at `path`. */
export async function sendLineUpdates(updates: readonly LineUpdate[], path: string): Promise<SendOutcome> {
  return activeSender(updates, (batch, isLate) => postLineUpdates(`${path}${isLate ? "?late=1" : ""}`, batch));
}

/** Posts updates as JSON and publishes the cart of the response. Returns null if the server was not reached. */
async function postLineUpdates(path: string, updates: readonly LineUpdate[]): Promise<LineUpdateResult | null> {
  try {
    return await publishWrittenCart(async () => {
      const response = await fetch(path, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(updates.map(({ name: _name, ...update }) => update)),
        // The request must survive if the page is left immediately.
        keepalive: true,
      });
      return (await response.json()) as LineUpdateResult;
    });
  } catch {
    // No connection or an invalid response: the caller shows the error.
    return null;
  }
}
