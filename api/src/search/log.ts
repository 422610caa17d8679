import type { House } from "../platform/http.ts";
import type { Locale } from "../platform/locale.ts";
import { logQuery } from "./sql.ts";
import { tidyQuery } from "./words.ts";

const LONGEST_LOGGED = 80;

/** A query as it is counted, or null where it may be somebody's: an address of mail, a number of a phone or a parcel. */
export function countedQuery(q: string): string | null {
  const query = tidyQuery(q);
  return query === "" || query.length > LONGEST_LOGGED || /@|\d[\d\s()+-]{5,}\d/.test(query) ? null : query;
}

/** Counts a query, and nothing of who asked. The answer does not wait for it, and does not fail with it. */
export function countQuery(
  { db, log }: House,
  q: string,
  locale: Locale,
  now: Date,
  foundNothing: boolean,
): Promise<void> {
  const query = countedQuery(q);
  if (query === null) return Promise.resolve();
  return logQuery(db, query, locale, now, foundNothing).catch((error: unknown) => {
    log.error("a search was not counted", error);
  });
}
