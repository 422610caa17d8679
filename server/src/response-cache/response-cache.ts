import { LRUCache } from "lru-cache";
import type { CachePolicy } from "../../../api/src/platform/http/route-contract.ts";
import type { StoredResponse } from "./stored-response.ts";

/** A response, with what it was made of, and when its rendering began, in ms since 1970. */
type RenderedResponse = { response: StoredResponse; policy: CachePolicy; startedAt: number };

/** About how much memory a key needs, which several indexes have, and a tag with its set of keys. */
const BYTES_PER_CHARACTER = 2;
const BYTES_PER_TAG = 200;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Responses are made anew after this time, in case something of them changes in a way that nobody has thought of. */
const MAX_AGE_MS = 10 * MINUTE_MS;

/**
 * For how long after a change responses may still be made from what was read before it, in milliseconds: the API keeps
 * settings and other reference data for a second, numbers of products for ten seconds, and the words of products for
 * fifteen.
 */
const SETTLE_MS = 16_000;
const settlingTags = new Set(["counts", "search"]);

/** A response in the cache. `expiresAt`: when it must be made anew, in ms since 1970. */
export type Entry = RenderedResponse & { expiresAt: number };

/** Responses by key, at most `maxBytes` of them. One is dropped when something of it changes. */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #keysByTag = new Map<string, Set<string>>();
  /** When the change of a tag was noticed, in ms since 1970. */
  readonly #changedAt = new Map<string, number>();
  #everythingChangedAt = -Infinity;
  #lastChangeAt = -Infinity;
  /** Returns the time in ms since 1970. */
  readonly now: () => number;

  constructor(maxBytes: number, now: () => number = Date.now) {
    this.now = now;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ response, policy }, key) =>
        response.byteSize + BYTES_PER_CHARACTER * key.length + BYTES_PER_TAG * policy.tags.length,
      dispose: ({ policy }, key) => this.#removeTags(key, policy.tags),
    });
  }

  /** How many responses are stored, and about how many bytes they need. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  find(key: string): Entry | null {
    const entry = this.#entries.get(key);
    if (!entry) return null;
    if (entry.expiresAt > this.now()) return entry;
    this.#entries.delete(key);
    return null;
  }

  /** Whether nothing has changed since a time in ms since 1970. */
  isUnchangedSince(time: number): boolean {
    return this.#lastChangeAt < time;
  }

  /**
   * Stores a response, unless something of it has changed while it was made or just before.
   * @returns what was stored
   */
  store(key: string, { response, policy, startedAt }: RenderedResponse): Entry | null {
    if (this.#hasChanged(policy, startedAt, SETTLE_MS)) return null;
    // Dates of delivery and rules by date change on the hour in every time zone that counts here.
    const nextHour = (Math.floor(startedAt / HOUR_MS) + 1) * HOUR_MS;
    const expiresAt = Math.min(policy.expiresAt ?? Infinity, nextHour, startedAt + MAX_AGE_MS);
    const entry = { response, policy, startedAt, expiresAt };
    this.#set(key, entry);
    return entry;
  }

  /**
   * Stores a response that another process has stored, unless something of it has changed since it was checked.
   * @param checkedAt in ms since 1970. Nothing of it had changed until then.
   */
  storeChecked(key: string, entry: Entry, checkedAt: number): void {
    if (!this.#hasChanged(entry.policy, checkedAt, 0)) this.#set(key, entry);
  }

  /** Drops the responses that were made of changed content. @param tags null for everything */
  drop(tags: readonly string[] | null): void {
    const now = this.now();
    this.#lastChangeAt = now;
    if (tags === null) {
      this.#everythingChangedAt = now;
      this.#entries.clear();
      this.#changedAt.clear();
      return;
    }
    for (const [tag, at] of this.#changedAt) if (now - at > MINUTE_MS) this.#changedAt.delete(tag);
    for (const tag of tags) {
      this.#changedAt.set(tag, now);
      for (const key of this.#keysByTag.get(tag) ?? []) this.#entries.delete(key);
    }
  }

  #set(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    // One that is larger than the cache is not stored.
    if (!this.#entries.has(key)) return;
    for (const tag of entry.policy.tags) {
      const keys = this.#keysByTag.get(tag);
      if (keys) keys.add(key);
      else this.#keysByTag.set(tag, new Set([key]));
    }
  }

  /** @param settleMs for how long after a change a response may still be made from what was before it */
  #hasChanged(policy: CachePolicy, since: number, settleMs: number): boolean {
    if (this.#everythingChangedAt + settleMs >= since) return true;
    return policy.tags.some((tag) => {
      const tagSettleMs = settlingTags.has(tag) ? settleMs : 0;
      return (this.#changedAt.get(tag) ?? -Infinity) + tagSettleMs >= since;
    });
  }

  #removeTags(key: string, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keysByTag.delete(tag);
    }
  }
}
