import type { LineUpdateResult, LineUpdate } from "./line-update.ts";

type Post = (updates: readonly LineUpdate[], isLate?: boolean) => Promise<LineUpdateResult | null>;
/** `kept`: the server was not reached and the updates are queued in the browser. Null: the server was not reached and the updates are lost. */
export type SendOutcome = { result: LineUpdateResult; updates: readonly LineUpdate[] } | "queued" | null;
export type Sender = (updates: readonly LineUpdate[], post: Post) => Promise<SendOutcome>;

/** How long a failed update waits for the queueing sender, which is loaded when the page is idle. */
const QUEUE_SENDER_TIMEOUT_MS = 10_000;

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
let resolveQueueSender: (activeSender: Sender) => void = () => {};
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

/** Returns null if the server was not reached. */
async function postLineUpdates(path: string, updates: readonly LineUpdate[]): Promise<LineUpdateResult | null> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(updates.map(({ name: _name, ...update }) => update)),
      // The request must survive if the page is left immediately.
      keepalive: true,
    });
    return (await response.json()) as LineUpdateResult;
  } catch {
    // No connection or an invalid response: the caller shows the error.
    return null;
  }
}
