import { createHmac } from "node:crypto";
import { deriveKey } from "../platform/crypto/encryption.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { getClientNetwork } from "../platform/http/rate-limits.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { logQuery } from "./sql.ts";
import { normalizeQuery } from "./query/tokenize.ts";

const MAX_LOGGED_LENGTH = 80;
/** The HKDF `info` parameter of the key that visitors are hashed with. */
const KEY_INFO = "search visitors";
const VISITOR_BYTES = 16;

/** Returns the normalized query, or null if it may be personal: an email address, phone number or tracking number. */
export function getLoggableQuery(q: string): string | null {
  const query = normalizeQuery(q);
  return query === "" || query.length > MAX_LOGGED_LENGTH || /@|\d[\d\s()+-]{5,}\d/.test(query) ? null : query;
}

/**
 * Returns who searched for a query, as a keyed hash of the query and the network of the IP address. It tells apart the
 * people who searched for the same query; the hashes of one person for two queries have nothing in common.
 */
function hashVisitor(config: AppContext["config"], query: string, ipAddress: string): Buffer {
  const key = deriveKey(config, KEY_INFO);
  return createHmac("sha256", key)
    .update(`${query}\0${getClientNetwork(ipAddress)}`)
    .digest()
    .subarray(0, VISITOR_BYTES);
}

/** A search by a shopper. */
type LoggedSearch = { q: string; locale: Locale; now: Date; ipAddress: string; foundNothing: boolean };

/**
 * Counts a query without any data about the shopper, unless it may contain personal data. For queries that find
 * something, also counts how many people searched for it. Never rejects: an error is logged, so that a response need
 * not wait.
 */
export function logSearchQuery({ db, log, config }: AppContext, search: LoggedSearch): Promise<void> {
  const { q, locale, now, ipAddress, foundNothing } = search;
  const query = getLoggableQuery(q);
  if (query === null) return Promise.resolve();
  const visitor = foundNothing ? null : hashVisitor(config, query, ipAddress);
  return logQuery(db, { query, locale, day: now, visitor }).catch((error: unknown) => {
    log.error("a search query could not be recorded", error);
  });
}
