import { readStored, store } from "../lib/storage.ts";
import { searchPath } from "./search-path.ts";

/** A search made before: what was typed, and the path of its results without the locale's prefix (spec §3). */
export type PastSearch = { label: string; url: string };

const KEY = "search-history"; // spec §9
const MOST = 7; // spec §9
const LONGEST = 200; // the API takes no more

/** The newest first. What is no search of ours is left out. */
export function pastSearches(): PastSearch[] {
  const stored = readStored(KEY);
  const searches = Array.isArray(stored) ? (stored as unknown[]).flatMap(parseSearch) : [];
  return newestOfEach(searches);
}

function parseSearch(entry: unknown): PastSearch[] {
  const label: unknown = (entry as PastSearch | null)?.label;
  // The address is made afresh: what lies in the browser is not followed anywhere else.
  return typeof label === "string" && label.trim() !== "" && label.length <= LONGEST
    ? [{ label, url: searchPath(label) }]
    : [];
}

function newestOfEach(searches: readonly PastSearch[]): PastSearch[] {
  const held = new Map<string, PastSearch>();
  for (const search of searches) {
    const key = search.label.toLowerCase();
    if (!held.has(key)) held.set(key, search);
  }
  return [...held.values()].slice(0, MOST);
}

/** Puts a search in front; the eighth and older are dropped. */
export function rememberSearch(q: string): void {
  store(KEY, newestOfEach([{ label: q, url: searchPath(q) }, ...pastSearches()]));
}

/** @returns what is left. */
export function forgetSearch(label: string): PastSearch[] {
  const left = pastSearches().filter((search) => search.label !== label);
  store(KEY, left);
  return left;
}

export function forgetAllSearches(): void {
  store(KEY, []);
}
