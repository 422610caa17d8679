import { readStored, writeStored } from "../browser/local-storage.ts";
import { getSearchPath } from "./search-path.ts";

/** A past search: the typed text and the path of its results without locale prefix. */
export type PastSearch = { label: string; url: string };

const KEY = "search-history";
const MAX_SEARCHES = 7;
/** The maximum length of a search that the API accepts, in characters. */
const MAX_LENGTH = 200;

/** Returns the past searches, the most recent first; malformed entries are ignored. */
export function getPastSearches(): PastSearch[] {
  const stored = readStored(KEY);
  const searches = Array.isArray(stored) ? (stored as unknown[]).flatMap(parseSearch) : [];
  return removeDuplicates(searches);
}

function parseSearch(entry: unknown): PastSearch[] {
  const label: unknown = (entry as PastSearch | null)?.label;
  // The URL is built again: a stored URL could lead to another site.
  return typeof label === "string" && label.trim() !== "" && label.length <= MAX_LENGTH
    ? [{ label, url: getSearchPath(label) }]
    : [];
}

function removeDuplicates(searches: readonly PastSearch[]): PastSearch[] {
  const searchesByKey = new Map<string, PastSearch>();
  for (const search of searches) {
    const key = search.label.toLowerCase();
    if (!searchesByKey.has(key)) searchesByKey.set(key, search);
  }
  return [...searchesByKey.values()].slice(0, MAX_SEARCHES);
}

/** Adds a search at the front; only the last seven are kept. */
export function saveSearch(q: string): void {
  writeStored(KEY, removeDuplicates([{ label: q, url: getSearchPath(q) }, ...getPastSearches()]));
}

/** Removes a search. @returns the remaining ones. */
export function removeSearch(label: string): PastSearch[] {
  const remaining = getPastSearches().filter((search) => search.label !== label);
  writeStored(KEY, remaining);
  return remaining;
}

/** Removes all past searches. */
export function clearSearchHistory(): void {
  writeStored(KEY, []);
}
