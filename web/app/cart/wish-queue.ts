import { readStored, store } from "../lib/storage.ts";
import { cartIdOf } from "./guest-cart.ts";
import type { LinesAnswer, Wish } from "./lines.ts";
import type { Sender } from "./send-wishes.ts";

const KEY = "cart-wishes";
const MOST_WISHES = 500; // the API takes no more in one call
const OLDEST_MS = 7 * 86_400_000;

/** `at`: when the last was added, in milliseconds. */
type Queue = { owner: number; at: number; wishes: Wish[] };

const listeners = new Set<() => void>();

function keepQueue(queue: Queue | null): boolean {
  const isKept = queue === null ? drop() : store(KEY, queue);
  for (const listener of listeners) listener();
  return isKept;
}

function drop(): boolean {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Closed storage holds none.
  }
  return true;
}

/** Calls back when what waits has changed, in this tab or another. @returns what ends that. */
export function watchWishes(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

/** Wishes of a shopper (his number) that the shop has not taken yet, in their order; another's are none of his. */
export function waitingWishes(owner: number, now = Date.now()): Wish[] {
  const stored = readStored(KEY);
  if (typeof stored !== "object" || stored === null) return [];
  const { owner: whose, at, wishes } = stored as Partial<Record<keyof Queue, unknown>>;
  if (whose !== owner || typeof at !== "number" || now - at > OLDEST_MS || !Array.isArray(wishes)) return [];
  return wishes.filter(isWish).slice(-MOST_WISHES);
}

/** The newest wish of a line stands, at the end; its name and the price that was seen first are kept. */
export function merged(older: readonly Wish[], newer: readonly Wish[]): Wish[] {
  const wishes = new Map(older.map((wish) => [idOf(wish), wish]));
  for (const wish of newer) {
    const before = wishes.get(idOf(wish));
    wishes.delete(idOf(wish));
    wishes.set(idOf(wish), { ...wish, ...before, qty: wish.qty, name: wish.name || (before?.name ?? "") });
  }
  return [...wishes.values()].slice(-MOST_WISHES);
}

const idOf = ({ product_id, option_id }: Wish) => cartIdOf(product_id, option_id);

/** Quantities that are waited for, by line. */
export function waitingQuantities(owner: number): Record<string, number> {
  return Object.fromEntries(waitingWishes(owner).map((wish) => [idOf(wish), wish.qty]));
}

/**
 * Sends wishes behind those that wait; where nobody is reached all of them wait in the browser. A wish is a quantity, so
 * one that arrived and was not answered may be sent again. One tab sends at a time: an older wish never overtakes a newer.
 * @param onKept told when the first of them begins to wait
 */
export function keepingSender(owner: number, onKept: () => void): Sender {
  return (wishes, post) =>
    navigator.locks.request(KEY, async () => {
      const waiting = waitingWishes(owner);
      const all = merged(waiting, wishes);
      if (all.length === 0) return { answer: { ok: true }, wishes: all };
      const answer = await post(all, waiting.length > 0);
      if (isFinal(answer)) {
        if (waiting.length > 0) forgetWishes();
        return { answer, wishes: all };
      }
      if (!keepQueue({ owner, at: Date.now(), wishes: all })) return null;
      if (waiting.length === 0) onKept();
      return "kept";
    });
}

/** Once no tab is sending: a page that is asked for then knows what was sent. */
export function afterSending(run: () => void): void {
  void navigator.locks.request(KEY, run);
}

/** The shop has decided: it is not merely out of service, and the shopper's session has not ended meanwhile. */
function isFinal(answer: LinesAnswer | null): answer is LinesAnswer {
  return (
    answer !== null &&
    !["unauthenticated", "not_ready", "overloaded", "internal", "too_many_requests"].includes(answer.code ?? "")
  );
}

export function forgetWishes(): void {
  keepQueue(null);
}

function isWish(value: unknown): value is Wish {
  if (typeof value !== "object" || value === null) return false;
  const { product_id, option_id, qty, name, seen_price } = value as Record<string, unknown>;
  const isPrice = seen_price === undefined || typeof seen_price === "number";
  return [product_id, option_id, qty].every(Number.isSafeInteger) && typeof name === "string" && isPrice;
}
