import { getCategoryTree } from "../catalog/categories/category-tree.ts";
import { cachedFor } from "../platform/cache/cache.ts";
import type { RootDb } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import type { InitialSuggestions } from "./schema.ts";
import { popularQueries } from "./popular-queries.ts";
import { helpPages } from "./settings.ts";
import { listPageTitles } from "./sql.ts";

const CACHE_MS = 60_000;
const MAX_QUERIES = 6;
const MAX_CATEGORIES = 6;

const createHelpPagesCache = (locale: Locale) =>
  cachedFor(CACHE_MS, async (db) => listPageTitles(db, await getSetting(db, helpPages), locale));
const helpPagesCaches: Record<Locale, ReturnType<typeof createHelpPagesCache>> = {
  "ru-RU": createHelpPagesCache("ru-RU"),
  "en-US": createHelpPagesCache("en-US"),
};

/** Returns what the search shows before anything is typed: popular queries, the largest categories, pages that help. */
export async function getInitialSuggestions(db: RootDb, locale: Locale): Promise<InitialSuggestions> {
  const [queries, tree, pages] = await Promise.all([
    popularQueries[locale].get(db),
    getCategoryTree(db, locale),
    helpPagesCaches[locale].get(db),
  ]);
  const categories = Object.values(tree)
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.position - b.position)
    .slice(0, MAX_CATEGORIES);
  return {
    queries: queries.slice(0, MAX_QUERIES),
    categories: categories.map(({ id, name, link_rewrite, count, cloth, image }) => ({
      ...{ id, name, link_rewrite, count, cloth, image },
    })),
    pages: pages.map(({ slug, title }) => ({ title, path: `/info/${slug}` })),
  };
}
