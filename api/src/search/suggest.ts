import type { ProductCardData, CategoryMap, CategoryNode } from "../catalog/schema.ts";
import { findMatchingCards } from "../catalog/listing/service.ts";
import type { ShopperContext } from "../catalog/pricing/shopper-context.ts";
import { getCategoryTree, brandCache } from "../catalog/categories/category-tree.ts";
import type { RootDb } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { Suggestions } from "./schema.ts";
import type { SearchServices } from "./search-services.ts";
import { findCategoriesNamed, searchShop } from "./service.ts";
import { matchesTerm } from "./query/tsquery.ts";
import { tokenize } from "./query/tokenize.ts";

const MAX_PRODUCTS = 3;
/** The maximum of categories, and of brands. */
const MAX_LINKS = 3;
const MAX_QUERIES = 3;
const MAX_ANSWERS = 3;
/** The number of found products whose names query suggestions are derived from. */
const MAX_NAMES = 40;

/** Suggests products, categories, brands, complete queries and pages of the shop for a query that is being typed. */
export async function suggest(
  db: RootDb,
  q: string,
  shopper: ShopperContext,
  services: SearchServices,
): Promise<Suggestions> {
  const { locale, now } = shopper;
  const [{ result, answers }, tree, brands, popular] = await Promise.all([
    searchShop(db, q, { locale, now, limit: MAX_ANSWERS, isPartial: true }, services),
    getCategoryTree(db, shopper.locale),
    brandCache.get(db),
    services.popularQueries[shopper.locale].get(db),
  ]);
  const cards = await findMatchingCards(db, result.matches, shopper, MAX_NAMES);
  const correctedQuery = result.correction ?? q;
  const categoryIds = await findCategoriesNamed(db, result.terms);
  const isBrand = (name: string) =>
    result.terms.length > 0 && result.terms.every((term) => matchesTerm(term, tokenize(name)));
  return {
    products: cards.slice(0, MAX_PRODUCTS),
    categories: flattenTree(tree)
      .filter(({ id, count }) => count > 0 && categoryIds.has(id))
      .slice(0, MAX_LINKS)
      .map(({ id, name, link_rewrite, count }) => ({ id, name, link_rewrite, count })),
    manufacturers: brands
      .filter((brand) => brand.count > 0 && isBrand(`${brand.name} ${brand.name_ru}`))
      .slice(0, MAX_LINKS)
      .map(({ id, name, slug, count }) => ({ id, name, link_rewrite: slug, count })),
    queries: [
      ...new Set([
        ...filterByPrefix(popular, correctedQuery),
        ...suggestQueries(cards.map(getProductKind), correctedQuery, shopper.locale),
      ]),
    ].slice(0, MAX_QUERIES),
    // Brands are suggested above.
    answers: answers.filter(({ kind }) => kind !== "brand"),
    ...(result.correction ? { corrected: { from: q, to: result.correction } } : {}),
  };
}

/** Returns the queries that begin with the input, except the input itself. */
function filterByPrefix(queries: readonly string[], input: string): string[] {
  const prefix = tokenize(input).join(" ");
  return queries.filter((query) => {
    const words = tokenize(query).join(" ");
    return words !== prefix && words.startsWith(prefix);
  });
}

/** Returns the nodes of the tree by level, the upper levels first. */
function flattenTree(tree: CategoryMap): CategoryNode[] {
  const level = Object.values(tree).toSorted((a, b) => a.position - b.position);
  return level.length === 0 ? [] : [...level, ...level.flatMap(({ sub }) => flattenTree(sub))];
}

/** Extracts the kind of product from its name: the text before the brand name or the first comma. */
function getProductKind({ name, manufacturer }: ProductCardData): string {
  return name.split(manufacturer.name, 1)[0]?.split(",", 1)[0] ?? "";
}

/**
 * Suggests complete queries: the kinds of the found products that begin with the query, the most frequent first. The
 * query itself is not suggested.
 */
export function suggestQueries(kinds: readonly string[], q: string, locale: Locale): string[] {
  const input = tokenize(q).join(" ");
  const counts = new Map<string, number>();
  for (const productKind of kinds) {
    const kind = productKind.trim().toLocaleLowerCase(locale);
    const words = tokenize(kind).join(" ");
    if (words !== input && words.startsWith(input)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_QUERIES)
    .map(([kind]) => kind);
}
