import type { FoundProducts, ProductGroupIds, ProductIndex } from "../catalog/product-index/service.ts";
import type { QueryTerm } from "./query/parse-query.ts";
import { isNameOf } from "./query/tsquery.ts";
import type { CategoryWords, NameWord, ProductGroup } from "./query/vocabulary.ts";

/** The products of the groups that a query names: all of the groups, or their ids. */
export type ProductsOfGroups = Readonly<{ groups: ProductGroupIds } | { ids: ReadonlySet<number> }>;

/**
 * Finds the active products of the categories, tags and concerns whose name is the query, such as «Подарок маме»: they
 * are what is searched for, also if their texts lack the words.
 * @param canListIds false if the products that have the words are not listed either
 * @returns null if there are none
 */
export async function findNamedProducts(
  products: ProductIndex,
  terms: readonly QueryTerm[],
  { categories, groups }: { categories: readonly CategoryWords[]; groups: readonly ProductGroup[] },
  canListIds: boolean,
): Promise<ProductsOfGroups | null> {
  const isNamed = ({ names }: { names: readonly (readonly NameWord[])[] }) =>
    terms.length > 0 && isNameOf(terms, names);
  const rootIds = new Set(categories.filter(isNamed).map(({ id }) => id));
  const namedCategories = categories.filter(({ path }) => path.some((id) => rootIds.has(id)));
  const namedGroups = groups.filter(isNamed);
  if (namedCategories.length === 0 && namedGroups.length === 0) return null;
  const toIds = (list: readonly { id: number }[]) => new Set(list.map(({ id }) => id));
  const named = {
    categoryIds: toIds(namedCategories),
    tagIds: toIds(namedGroups.filter(({ kind }) => kind === "tag")),
    concernIds: toIds(namedGroups.filter(({ kind }) => kind === "concern")),
  };
  if (!canListIds) return { groups: named };
  const ids = await products.findByGroups(named);
  return ids.length === 0 ? null : { ids: new Set(ids) };
}

/** Adds the products of the groups that a query names to those that have its words. */
export async function addNamed(
  products: ProductIndex,
  named: ProductsOfGroups,
  found: FoundProducts,
): Promise<FoundProducts> {
  if ("names" in found && "groups" in named) return { ...found, ...named };
  const ids = "ids" in named ? named.ids : await products.findByGroups(named.groups);
  return { ids: [...new Set([...ids, ...(await products.listIds(found))])] };
}
