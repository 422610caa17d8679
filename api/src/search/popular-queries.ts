import { cachedFor } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { listQueriesSince } from "./sql.ts";

const CACHE_MS = 60_000;
const WINDOW_DAYS = 30;
const MAX_QUERIES = 500;
/** Queries with a lower count may identify a person. */
const MIN_COUNT = 3;

/** Caches the queries of the last 30 days that found something, the most frequent first. */
function createPopularQueriesCache(locale: Locale) {
  return cachedFor(CACHE_MS, async (db) => {
    const since = new Date(Date.now() - WINDOW_DAYS * 86_400_000);
    const queries = await listQueriesSince(db, since, locale, MAX_QUERIES);
    return queries
      .filter(({ search_count, empty_result_count }) => search_count >= MIN_COUNT && empty_result_count === 0)
      .map(({ query }) => query);
  });
}

/** The popular queries of each locale. */
export const popularQueries: Record<Locale, ReturnType<typeof createPopularQueriesCache>> = {
  "ru-RU": createPopularQueriesCache("ru-RU"),
  "en-US": createPopularQueriesCache("en-US"),
};
