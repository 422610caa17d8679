import { freshWithin } from "../platform/fresh.ts";
import type { Locale } from "../platform/locale.ts";
import { askedSince } from "./sql.ts";

const POPULAR_FRESH_MS = 60_000;
const POPULAR_DAYS = 30;
const MOST_POPULAR = 500;
/** A query that was asked once or twice may be somebody's own. */
const LEAST_ASKED = 3;

/** Queries of the last month that found something, the most asked first. */
function popular(locale: Locale) {
  return freshWithin(POPULAR_FRESH_MS, async (db) => {
    const since = new Date(Date.now() - POPULAR_DAYS * 86_400_000);
    const asked = await askedSince(db, since, locale, MOST_POPULAR);
    return asked.filter((one) => one.asked >= LEAST_ASKED && one.nothing === 0).map(({ query }) => query);
  });
}
/** By locale. */
export const popularIn: Record<Locale, ReturnType<typeof popular>> = {
  "ru-RU": popular("ru-RU"),
  "en-US": popular("en-US"),
};
