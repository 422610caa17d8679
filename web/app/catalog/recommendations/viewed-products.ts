import { useEffect } from "react";
import { readStored, writeStored } from "../../browser/local-storage.ts";

const KEY = "recently-viewed";
const MAX_PRODUCTS = 20;

/** Parses stored product ids, the most recent first; invalid values are ignored. */
export function parseViewedProducts(stored: unknown): number[] {
  if (!Array.isArray(stored)) return [];
  const ids = stored.filter((id): id is number => Number.isSafeInteger(id) && (id as number) > 0);
  return [...new Set(ids)].slice(0, MAX_PRODUCTS);
}

/** Returns the ids with a product at the front; only the last twenty are kept. */
export function addViewedProduct(viewedIds: readonly number[], id: number): number[] {
  return [id, ...viewedIds.filter((otherId) => otherId !== id)].slice(0, MAX_PRODUCTS);
}

/** Returns the ids of the products viewed in this browser, the most recent first. */
export function getViewedProducts(): number[] {
  return parseViewedProducts(readStored(KEY));
}

/** Returns the ids of the viewed products without the current one. */
export function getOtherViewedProducts(currentId: number): number[] {
  return getViewedProducts().filter((id) => id !== currentId);
}

/** Stores in this browser that a product was viewed. */
export function useTrackViewedProduct(id: number): void {
  useEffect(() => {
    writeStored(KEY, addViewedProduct(getViewedProducts(), id));
  }, [id]);
}
