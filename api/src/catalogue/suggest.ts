import { currencyByCode } from "../money/service.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import { listedCards } from "./card-sql.ts";
import type { CategoryMap, CategoryNode, Suggestions } from "./schema.ts";
import { queryWords } from "./search-terms.ts";
import type { Looking } from "./service.ts";
import { shownCard, shownIn } from "./shown.ts";
import { categoryTree, manufacturers } from "./tree.ts";

const MOST_PRODUCTS = 3;
const MOST_PLACES = 3;
const MOST_QUERIES = 3;
/** So many names are looked at for whole queries. */
const NAMES_WEIGHED = 40;

/** What a search that is being typed may be about: products, categories, manufacturers and whole queries. */
export async function suggest(db: Db, q: string, { locale, currency, now }: Looking): Promise<Suggestions> {
  const shown = await shownIn(db, await currencyByCode(db, currency), now);
  const filter = { manufacturerIds: [], usageIds: [], ids: [], inStock: false, q, now, newSince: shown.newSince };
  const [rows, tree, brands] = await Promise.all([
    listedCards(db, filter, undefined, locale, { limit: NAMES_WEIGHED, offset: 0 }),
    categoryTree(db, locale),
    manufacturers.get(db),
  ]);
  const fits = beginningWith(q);
  return {
    products: rows.slice(0, MOST_PRODUCTS).map((row) => shownCard(row, shown)),
    categories: nodesOf(tree)
      .filter(({ name, count }) => count > 0 && fits(name))
      .slice(0, MOST_PLACES)
      .map(({ id, name, link_rewrite, count }) => ({ id, name, link_rewrite, count })),
    manufacturers: brands
      .filter((brand) => brand.count > 0 && fits(`${brand.name} ${brand.name_ru}`))
      .slice(0, MOST_PLACES)
      .map(({ id, name, slug, count }) => ({ id, name, link_rewrite: slug, count })),
    queries: wholeQueries(
      rows.map(({ name, manufacturer_name: brand }) => kindOf(name, brand)),
      q,
      locale,
    ),
  };
}

/** True of a name in which every word of the query begins a word. */
function beginningWith(q: string): (name: string) => boolean {
  const wanted = queryWords(q);
  return (name) => {
    const words = queryWords(name);
    return wanted.length > 0 && wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
}

/** The tree in reading order, upper levels first. */
function nodesOf(tree: CategoryMap): CategoryNode[] {
  const level = Object.values(tree).toSorted((a, b) => a.position - b.position);
  return level.length === 0 ? [] : [...level, ...level.flatMap(({ sub }) => nodesOf(sub))];
}

/** What a product is, from its name: without the brand and all that follows it, the volume and the count. */
function kindOf(name: string, brand: string): string {
  return name.split(brand, 1)[0]?.split(",", 1)[0] ?? "";
}

/**
 * Of the kinds of the found products those that begin like the query, the commonest first. What is typed in full
 * already is none.
 */
export function wholeQueries(kinds: readonly string[], q: string, locale: Locale): string[] {
  const typed = queryWords(q).join(" ");
  const counts = new Map<string, number>();
  for (const one of kinds) {
    const kind = one.trim().toLocaleLowerCase(locale);
    const words = queryWords(kind).join(" ");
    if (words !== typed && words.startsWith(typed)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_QUERIES)
    .map(([kind]) => kind);
}
