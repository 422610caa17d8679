import { getShareImageUrl } from "../../content/share-images.ts";
import type { ShippingTerms } from "../../platform/shipping-terms.ts";
import { type Currency, convertFromRub, getMinRubForDisplayAmount, toMajorUnits } from "../../money/currency.ts";
import type { Db, RootDb } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { type Facets, getProductIndex, type ListingFilter, type SearchMatches } from "../product-index/service.ts";
import { type CardRow, findCardsByIds } from "../products/card-sql.ts";
import { getSeoTexts } from "../seo/seo.ts";
import { getIngredientDictionary } from "../ingredients/ingredients.ts";
import { findProductIdsContaining } from "../ingredients/ingredient-sql.ts";
import { getShopperPricing, type ShopperContext } from "../pricing/shopper-context.ts";
import type { ProductCardData, ProductList, ProductsQuery } from "../schema.ts";
import { serializeProductCard } from "../pricing/pricing-context.ts";
import { type BrandRow, type ConcernRow, findTagId } from "../sql.ts";
import {
  getBreadcrumbs,
  listChildCategories,
  getCategory,
  listCategorySubtreeIds,
  brandCache,
  getLocalizedName,
  concernCache,
} from "../categories/category-tree.ts";

/**
 * Returns a page of products with facets. Refuses `category_not_found`.
 * @param matches the search result that the list is restricted to
 */
export async function listProducts(
  db: RootDb,
  query: Omit<ProductsQuery, "q">,
  shopper: ShopperContext,
  matches?: SearchMatches,
): Promise<ProductList> {
  const { currency, pricing } = await getShopperPricing(db, shopper);
  const category = query.category === undefined ? undefined : await getCategory(db, query.category);
  const filter = await buildListingFilter(db, query, {
    categoryId: category?.id,
    currency,
    matches,
    shipping: pricing.shipping,
    now: shopper.now,
    newSince: pricing.newSince,
  });
  const [index, brands, concerns, categoryHeader] = await Promise.all([
    matches?.products ?? getProductIndex(db),
    brandCache.get(db),
    concernCache.get(db),
    category && getCategoryHeader(db, category.slug, shopper.locale),
  ]);
  const { ids, facets } = await index.findProducts(filter, {
    sort: query.sort,
    page: query.page,
    perPage: query.per_page,
  });
  const rows = await findCardsByIds(db, ids, shopper.locale);
  // Only popularity is a vague order: a price, a date or the relevance of a search would be shown wrong.
  const isVagueOrder = matches === undefined && (query.sort ?? "popular") === "popular" && query.ids.length === 0;
  return {
    items: (isVagueOrder ? separateLookalikes(rows, getLook) : rows).map((row) => serializeProductCard(row, pricing)),
    total: facets.total,
    page: query.page,
    per_page: query.per_page,
    facets: serializeFacets(facets, filter, { brands, concerns, currency, locale: shopper.locale }),
    ...(categoryHeader ? { category: categoryHeader } : {}),
  };
}

/**
 * Moves products that look the same apart: two of them are neighbors only if more than half of the list looks like
 * them. Other products keep their order, and so do those that look the same. Deterministic, for one page of a list.
 * @param getLook returns what products that look the same have in common
 */
export function separateLookalikes<T>(items: readonly T[], getLook: (item: T) => string | number): T[] {
  const remaining = items.map((item) => ({ item, look: getLook(item) }));
  const counts = new Map<string | number, number>();
  for (const { look } of remaining) counts.set(look, (counts.get(look) ?? 0) + 1);
  const separated: T[] = [];
  let lastLook: string | number | null = null;
  while (remaining.length > 0) {
    // A look that more than half of the rest has must be next, or two of its products would meet later.
    const isMajority = (look: string | number) => (counts.get(look) ?? 0) * 2 > remaining.length;
    const majority = remaining.findIndex(({ look }) => look !== lastLook && isMajority(look));
    const different = majority >= 0 ? majority : remaining.findIndex(({ look }) => look !== lastLook);
    const [next] = remaining.splice(Math.max(0, different), 1);
    if (!next) break;
    counts.set(next.look, (counts.get(next.look) ?? 1) - 1);
    separated.push(next.item);
    lastLook = next.look;
  }
  return separated;
}

/** Returns what products with similar packs have in common: their series, or else the same picture. */
function getLook({ brand_id: brandId, series_name: series, media_key: picture }: CardRow): string {
  return series === null ? picture : `${brandId} ${series}`;
}

type ListingContext = Pick<ListingFilter, "matches" | "now" | "newSince"> & {
  shipping: ShippingTerms | null;
  categoryId: number | undefined;
  currency: Currency;
};

/** Converts a query to a filter: slugs to ids, displayed prices to kopecks, ingredients to products. */
async function buildListingFilter(
  db: Db,
  query: Omit<ProductsQuery, "q">,
  { categoryId, currency, matches, shipping, now, newSince }: ListingContext,
): Promise<ListingFilter> {
  const listIngredientSlugs = async (names: readonly string[]) => {
    const dictionary = await getIngredientDictionary(db);
    return names.flatMap((name) => dictionary.listSlugs(name));
  };
  return {
    categoryIds: categoryId === undefined ? undefined : await listCategorySubtreeIds(db, categoryId),
    pageBrandId: query.maker,
    brandIds: query.manufacturer,
    concernIds: query.usage,
    seriesId: query.series,
    // An unknown tag matches no products; 0 is never the id of a tag.
    tagId: query.tag === undefined ? undefined : ((await findTagId(db, query.tag)) ?? 0),
    collection: query.collection,
    matches,
    ids: query.ids,
    priceMinMinor: query.price_min === undefined ? undefined : getMinRubForDisplayAmount(query.price_min, currency),
    priceMaxMinor:
      query.price_max === undefined
        ? undefined
        : getMinRubForDisplayAmount(query.price_max + 10 ** -currency.roundingDigits, currency) - 1,
    inStock: query.in_stock,
    excludedProductIds:
      query.without.length > 0
        ? await findProductIdsThatMayContain(db, await listIngredientSlugs(query.without))
        : undefined,
    containingProductIds:
      query.ingredient === undefined
        ? undefined
        : await findProductIdsContaining(db, await listIngredientSlugs([query.ingredient])),
    ratingMin: query.rating_min,
    discountMin: query.discount_min,
    shipping,
    shippableOnly: query.shippable,
    now,
    newSince,
  };
}

/** Serializes facets. A value that is chosen is included even if no product has it. */
function serializeFacets(
  facets: Facets,
  filter: ListingFilter,
  {
    brands,
    concerns,
    currency,
    locale,
  }: { brands: readonly BrandRow[]; concerns: readonly ConcernRow[]; currency: Currency; locale: Locale },
): ProductList["facets"] {
  return {
    manufacturers: brands
      .filter(({ id }) => facets.brands.has(id) || filter.brandIds.includes(id))
      .map(({ id, name, slug }) => ({ id, name, slug, count: facets.brands.get(id) ?? 0 })),
    usages: concerns
      .filter(({ id }) => facets.concerns.has(id) || filter.concernIds.includes(id))
      .map((concern) => ({
        id: concern.id,
        name: getLocalizedName(concern, locale),
        slug: concern.slug,
        count: facets.concerns.get(concern.id) ?? 0,
      })),
    price: {
      min: toMajorUnits(convertFromRub(facets.priceMin ?? 0, currency), currency),
      max: toMajorUnits(convertFromRub(facets.priceMax ?? 0, currency), currency),
    },
    ratings: facets.ratings,
    discounts: facets.discounts,
    in_stock: facets.inStock,
    not_shippable: facets.notShippable,
  };
}

/** Returns the header of a category page. Refuses `category_not_found`. */
async function getCategoryHeader(db: Db, slug: string, locale: Locale): Promise<NonNullable<ProductList["category"]>> {
  const row = await getCategory(db, slug);
  const [breadcrumbs, children] = await Promise.all([
    getBreadcrumbs(db, row.path, locale),
    listChildCategories(db, row.id),
  ]);
  return {
    id: row.id,
    name: getLocalizedName(row, locale),
    link_rewrite: row.slug,
    cloth: row.theme_color,
    head: getSeoTexts(row.seo, locale),
    breadcrumbs,
    share: getShareImageUrl({
      ...({ kind: "category", slug: row.slug, locale } as const),
      ...{ title: getLocalizedName(row, locale), picture: null, themeColor: row.theme_color },
    }),
    children: children.map((child) => ({
      id: child.id,
      name: getLocalizedName(child, locale),
      link_rewrite: child.slug,
      count: child.count,
    })),
  };
}

/** Returns the first `limit` cards of a search result, by relevance. */
export async function findMatchingCards(
  db: Db,
  matches: SearchMatches,
  shopper: ShopperContext,
  limit: number,
): Promise<ProductCardData[]> {
  const { pricing } = await getShopperPricing(db, shopper);
  const ids = await matches.products.findBestMatches(matches, shopper.now, limit);
  return (await findCardsByIds(db, ids, shopper.locale)).map((row) => serializeProductCard(row, pricing));
}

/**
 * Returns the products that may contain one of the ingredients: also those whose composition is unknown, which are
 * stored under the empty slug.
 */
export async function findProductIdsThatMayContain(db: Db, slugs: readonly string[]): Promise<ReadonlySet<number>> {
  return findProductIdsContaining(db, ["", ...slugs]);
}
