import { useEffect } from "react";
import { readStored, store } from "../lib/storage.ts";

const KEY = "recently-viewed";
const MOST = 20; // decisions, Catalogue

/** Ids as they lie in the browser, the latest first; anything else is passed over. */
export function parseViewed(stored: unknown): number[] {
  if (!Array.isArray(stored)) return [];
  const ids = stored.filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0);
  return [...new Set(ids)].slice(0, MOST);
}

export function withViewed(viewed: readonly number[], id: number): number[] {
  return [id, ...viewed.filter((other) => other !== id)].slice(0, MOST);
}

/** The products seen in this browser, the latest first. */
export function viewed(): number[] {
  return parseViewed(readStored(KEY));
}

/** The same without the one on the page. */
export function viewedBefore(current: number): number[] {
  return viewed().filter((id) => id !== current);
}

/** Remembers that a product was seen. */
export function useViewed(id: number): void {
  useEffect(() => {
    store(KEY, withViewed(viewed(), id));
  }, [id]);
}
