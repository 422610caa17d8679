import { readStored, store } from "../lib/storage.ts";

const KEY = "avoided";
const MOST = 50;

/** What a guest avoids, as this browser keeps it; anything else that lies there is passed over. */
export function avoidedHere(): string[] {
  const stored = readStored(KEY);
  if (!Array.isArray(stored)) return [];
  const slugs = stored.filter((one): one is string => typeof one === "string" && /^[a-z0-9а-яё-]{1,100}$/.test(one));
  return [...new Set(slugs)].slice(0, MOST);
}

/** Keeps what a guest avoids. @returns false when the browser would not. */
export function avoidHere(slugs: readonly string[]): boolean {
  return store(KEY, slugs.slice(0, MOST));
}
