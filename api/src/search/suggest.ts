import type { Card, CategoryMap, CategoryNode } from "../catalogue/schema.ts";
import { findCards, type Looking } from "../catalogue/service.ts";
import { categoryTree, manufacturers } from "../catalogue/tree.ts";
import type { Db } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import type { Suggestions } from "./schema.ts";
import { categoriesNamed, search } from "./service.ts";
import { popularIn } from "./popular.ts";
import { names } from "./tsquery.ts";
import { wordsOf } from "./words.ts";

const MOST_PRODUCTS = 3;
const MOST_PLACES = 3;
const MOST_QUERIES = 3;
/** So many names are looked at for whole queries. */
const NAMES_WEIGHED = 40;

/** What a search that is being typed may be about: products, categories, manufacturers and whole queries. */
export async function suggest(db: Db, q: string, at: Looking): Promise<Suggestions> {
  const [found, tree, brands, popular] = await Promise.all([
    search(db, q, { open: true }),
    categoryTree(db, at.locale),
    manufacturers.get(db),
    popularIn[at.locale].get(db),
  ]);
  const cards = await findCards(db, found.words, at, NAMES_WEIGHED);
  const read = found.read ?? q;
  const named = await categoriesNamed(db, found.terms);
  const isBrand = (name: string) => found.terms.length > 0 && found.terms.every((term) => names(term, wordsOf(name)));
  return {
    products: cards.slice(0, MOST_PRODUCTS),
    categories: nodesOf(tree)
      .filter(({ id, count }) => count > 0 && named.has(id))
      .slice(0, MOST_PLACES)
      .map(({ id, name, link_rewrite, count }) => ({ id, name, link_rewrite, count })),
    manufacturers: brands
      .filter((brand) => brand.count > 0 && isBrand(`${brand.name} ${brand.name_ru}`))
      .slice(0, MOST_PLACES)
      .map(({ id, name, slug, count }) => ({ id, name, link_rewrite: slug, count })),
    queries: [...new Set([...beginningLike(popular, read), ...wholeQueries(cards.map(kindOf), read, at.locale)])].slice(
      0,
      MOST_QUERIES,
    ),
    ...(found.read ? { corrected: { from: q, to: found.read } } : {}),
  };
}

function beginningLike(queries: readonly string[], typed: string): string[] {
  const beginning = wordsOf(typed).join(" ");
  return queries.filter((query) => {
    const words = wordsOf(query).join(" ");
    return words !== beginning && words.startsWith(beginning);
  });
}
/** The tree in reading order, upper levels first. */
function nodesOf(tree: CategoryMap): CategoryNode[] {
  const level = Object.values(tree).toSorted((a, b) => a.position - b.position);
  return level.length === 0 ? [] : [...level, ...level.flatMap(({ sub }) => nodesOf(sub))];
}

/** What a product is, from its name: without the brand and all that follows it, the volume and the count. */
function kindOf({ name, manufacturer }: Card): string {
  return name.split(manufacturer.name, 1)[0]?.split(",", 1)[0] ?? "";
}

/**
 * Of the kinds of the found products those that begin like the query, the commonest first. What is typed in full
 * already is none.
 */
export function wholeQueries(kinds: readonly string[], q: string, locale: Locale): string[] {
  const typed = wordsOf(q).join(" ");
  const counts = new Map<string, number>();
  for (const one of kinds) {
    const kind = one.trim().toLocaleLowerCase(locale);
    const words = wordsOf(kind).join(" ");
    if (words !== typed && words.startsWith(typed)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_QUERIES)
    .map(([kind]) => kind);
}
