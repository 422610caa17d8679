import type { AppContext } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { logQuery } from "./sql.ts";
import { normalizeQuery } from "./query/tokenize.ts";

const MAX_LOGGED_LENGTH = 80;

/** Returns the normalized query, or null if it may be personal: an email address, phone number or tracking number. */
export function getLoggableQuery(q: string): string | null {
  const query = normalizeQuery(q);
  return query === "" || query.length > MAX_LOGGED_LENGTH || /@|\d[\d\s()+-]{5,}\d/.test(query) ? null : query;
}

/**
 * Counts a query without any data about the shopper, unless it may contain personal data. Never rejects: an error is
 * logged, so that a response need not wait.
 */
export function logSearchQuery(
  { db, log }: AppContext,
  q: string,
  locale: Locale,
  now: Date,
  foundNothing: boolean,
): Promise<void> {
  const query = getLoggableQuery(q);
  if (query === null) return Promise.resolve();
  return logQuery(db, query, locale, now, foundNothing).catch((error: unknown) => {
    log.error("a search query could not be recorded", error);
  });
}
