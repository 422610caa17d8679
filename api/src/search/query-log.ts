import { createHmac } from "node:crypto";
import { deriveKey } from "../platform/crypto/encryption.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { getClientNetwork } from "../platform/http/rate-limits.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { countQueries, type QueryCount } from "./sql.ts";
import { normalizeQuery } from "./query/tokenize.ts";

const MAX_LOGGED_LENGTH = 80;
/** The HKDF `info` parameter of the key that visitors are hashed with. */
const KEY_INFO = "search visitors";
const VISITOR_BYTES = 16;
/** Counts are written together at this interval: many people search for the same, and its row is locked each time. */
const WRITE_INTERVAL_MS = 500;
/** After this many searches, counts are written at once. */
const MAX_PENDING = 1000;

/**
 * Returns the normalized query, or null if it is no text, or may be personal: an email address, phone number or tracking
 * number.
 */
export function getLoggableQuery(q: string): string | null {
  const query = normalizeQuery(q);
  const isText = query !== "" && query.length <= MAX_LOGGED_LENGTH && !/\p{Cc}/u.test(query);
  return isText && !/@|\d[\d\s()+-]{5,}\d/.test(query) ? query : null;
}

/**
 * Returns who searched for a query, as a keyed hash of the query and the network of the IP address. It tells apart the
 * people who searched for the same query; the hashes of one person for two queries have nothing in common.
 */
function hashVisitor(config: AppContext["config"], query: string, ipAddress: string): string {
  const key = deriveKey(config, KEY_INFO);
  return createHmac("sha256", key)
    .update(`${query}\0${getClientNetwork(ipAddress)}`)
    .digest()
    .subarray(0, VISITOR_BYTES)
    .toString("hex");
}

/** A search by a shopper. */
type LoggedSearch = { q: string; locale: Locale; now: Date; ipAddress: string; foundNothing: boolean };

type Db = AppContext["db"];
type PendingCount = Omit<QueryCount, "visitors"> & { visitors: Set<string> };
/** Counts that are not written yet, by query, locale and day. */
type PendingCounts = { counts: Map<string, PendingCount>; size: number; timer: NodeJS.Timeout };

const pendingByDb = new WeakMap<Db, PendingCounts>();
const writingByDb = new WeakMap<Db, Promise<void>>();

/**
 * Counts a query without any data about the shopper, unless it may contain personal data. For queries that find
 * something, also counts how many people searched for it. Counts are written a moment later; see `writeSearchQueries`.
 */
export function logSearchQuery(app: AppContext, { q, locale, now, ipAddress, foundNothing }: LoggedSearch): void {
  const query = getLoggableQuery(q);
  if (query === null) return;
  const pending = getPendingCounts(app);
  const day = now.toISOString().slice(0, 10);
  const key = JSON.stringify([query, locale, day]);
  const count = pending.counts.get(key) ?? {
    ...{ query, locale, day, searchCount: 0, emptyResultCount: 0, visitors: new Set<string>() },
  };
  pending.counts.set(key, count);
  count.searchCount++;
  if (foundNothing) count.emptyResultCount++;
  else count.visitors.add(hashVisitor(app.config, query, ipAddress));
  pending.size++;
  if (pending.size >= MAX_PENDING) void writeSearchQueries(app);
}

function getPendingCounts(app: AppContext): PendingCounts {
  const existing = pendingByDb.get(app.db);
  if (existing) return existing;
  const timer = setTimeout(() => void writeSearchQueries(app), WRITE_INTERVAL_MS).unref();
  const pending = { counts: new Map<string, PendingCount>(), size: 0, timer };
  pendingByDb.set(app.db, pending);
  return pending;
}

/**
 * Writes the counts of queries that were logged, and waits for those that are being written. Never rejects: an error is
 * logged, and these counts are lost.
 */
export async function writeSearchQueries(app: Pick<AppContext, "db" | "log">): Promise<void> {
  const writing = (writingByDb.get(app.db) ?? Promise.resolve()).then(() => writePending(app));
  writingByDb.set(app.db, writing);
  await writing;
}

async function writePending({ db, log }: Pick<AppContext, "db" | "log">): Promise<void> {
  const pending = pendingByDb.get(db);
  if (!pending) return;
  pendingByDb.delete(db);
  clearTimeout(pending.timer);
  const counts = [...pending.counts.values()].map((count) => ({ ...count, visitors: [...count.visitors] }));
  try {
    await countQueries(db, counts);
  } catch (error) {
    log.error("search queries could not be counted", error);
  }
}
