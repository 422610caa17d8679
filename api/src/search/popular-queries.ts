import { cachedUntilChanged } from "../platform/cache/cache.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { tokenize } from "./query/tokenize.ts";
import { hiddenWords, popularMinVisitors } from "./settings.ts";
import { listPopularQueries } from "./sql.ts";

const CACHE_MS = 60_000;
const DAY_MS = 86_400_000;
/** For how many days the visitors of a query are counted, and kept. */
export const VISITOR_DAYS = 30;
const MAX_QUERIES = 500;

/**
 * Caches the queries of the last 30 days that found something and that several people searched for: what one person
 * searches may identify them.
 */
function createPopularQueriesCache(locale: Locale) {
  return cachedUntilChanged(CACHE_MS, async (db) => {
    const [minVisitors, hidden] = await Promise.all([getSetting(db, popularMinVisitors), getSetting(db, hiddenWords)]);
    const since = new Date(Date.now() - VISITOR_DAYS * DAY_MS);
    const queries = await listPopularQueries(db, { since, locale, minVisitors, limit: MAX_QUERIES });
    const hiddenTokens = new Set(hidden.flatMap(tokenize));
    return queries.filter((query) => !tokenize(query).some((word) => hiddenTokens.has(word)));
  });
}

/** The popular queries of each locale. */
export const popularQueries: Record<Locale, ReturnType<typeof createPopularQueriesCache>> = {
  "ru-RU": createPopularQueriesCache("ru-RU"),
  "en-US": createPopularQueriesCache("en-US"),
};
