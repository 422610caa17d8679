import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import { createPersistentStore } from "../../browser/persistent-store.ts";
import { getCartId } from "../guest/guest-cart.ts";
import type { LineUpdateResult, LineUpdate } from "./line-update.ts";
import type { Sender } from "./send-line-updates.ts";

const STORAGE_KEY = "cart-wishes";
/** The maximum number of line updates in one API call. */
const MAX_UPDATES = 500;
const MAX_AGE_MS = 7 * 86_400_000;

/**
 * The queue as it is stored. `owner` is the id of the customer, `at` the time of the last addition in milliseconds since
 * the epoch.
 */
type Queue = { owner: number; at: number; wishes: LineUpdate[] };

const storedQueue = createPersistentStore<Queue | null>(STORAGE_KEY, null, parseQueue);

function parseQueue(stored: unknown): Queue | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { owner, at, wishes } = stored as Partial<Record<keyof Queue, unknown>>;
  if (typeof owner !== "number" || typeof at !== "number" || !Array.isArray(wishes)) return null;
  return { owner, at, wishes: wishes.filter(isLineUpdate).slice(-MAX_UPDATES) };
}

/** Returns the queued updates of a customer (by user id) in order. A queue of another customer is ignored. */
export function getPendingUpdates(owner: number, now = Date.now()): LineUpdate[] {
  return selectUpdates(storedQueue.read(), owner, now);
}

function selectUpdates(queue: Queue | null, owner: number, now = Date.now()): LineUpdate[] {
  return queue?.owner === owner && now - queue.at <= MAX_AGE_MS ? queue.wishes : [];
}

/** Returns the queued updates of a customer; none on the server and during hydration. */
export function usePendingUpdates(owner: number): LineUpdate[] {
  return selectUpdates(useStoreValue(storedQueue), owner);
}

/** Merges updates: the newest quantity of a line wins and moves to the end; its name and first seen price are kept. */
export function mergeUpdates(older: readonly LineUpdate[], newer: readonly LineUpdate[]): LineUpdate[] {
  const updates = new Map(older.map((update) => [getLineId(update), update]));
  for (const update of newer) {
    const previous = updates.get(getLineId(update));
    updates.delete(getLineId(update));
    updates.set(getLineId(update), {
      ...update,
      ...previous,
      qty: update.qty,
      name: update.name || (previous?.name ?? ""),
    });
  }
  return [...updates.values()].slice(-MAX_UPDATES);
}

const getLineId = ({ product_id, option_id }: LineUpdate) => getCartId(product_id, option_id);

/** Returns the queued quantities by line. */
export function getPendingQuantities(owner: number): Record<string, number> {
  return Object.fromEntries(getPendingUpdates(owner).map((update) => [getLineId(update), update.qty]));
}

/**
 * Creates a sender that sends queued updates together with new ones, and queues all of them if the server is not reached.
 * An update is an absolute quantity, so it may be sent twice. A lock lets only one tab send at a time, so that older updates
 * never overwrite newer ones.
 * @param owner id of the customer
 * @param onQueued called when the queue becomes non-empty
 */
export function createQueueingSender(owner: number, onQueued: () => void): Sender {
  return (updates, post) =>
    navigator.locks.request(STORAGE_KEY, async () => {
      const pending = getPendingUpdates(owner);
      const batch = mergeUpdates(pending, updates);
      if (batch.length === 0) return { result: { ok: true }, updates: batch };
      const result = await post(batch, pending.length > 0);
      if (isFinalResult(result)) {
        if (pending.length > 0) clearQueue();
        return { result, updates: batch };
      }
      if (!storedQueue.write({ owner, at: Date.now(), wishes: batch })) return null;
      if (pending.length === 0) onQueued();
      return "queued";
    });
}

/** Runs the callback when no tab is sending, so that a page loaded then includes the sent updates. */
export function runAfterSending(run: () => void): void {
  void navigator.locks.request(STORAGE_KEY, run);
}

/** Whether the server has decided: it is not temporarily unavailable, and the session has not expired. */
function isFinalResult(result: LineUpdateResult | null): result is LineUpdateResult {
  return (
    result !== null &&
    !["unauthenticated", "not_ready", "overloaded", "internal", "too_many_requests"].includes(result.code ?? "")
  );
}

/** Deletes the queued updates. */
export function clearQueue(): void {
  storedQueue.write(null);
}

function isLineUpdate(value: unknown): value is LineUpdate {
  if (typeof value !== "object" || value === null) return false;
  const { product_id, option_id, qty, name, seen_price } = value as Record<string, unknown>;
  const isPrice = seen_price === undefined || typeof seen_price === "number";
  return [product_id, option_id, qty].every(Number.isSafeInteger) && typeof name === "string" && isPrice;
}
