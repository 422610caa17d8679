import { getShareImageUrl } from "../../content/share-images.ts";
import type { ShippingTerms } from "../../platform/shipping-terms.ts";
import { type Currency, convertFromRub, getMinRubForDisplayAmount, toMajorUnits } from "../../money/currency.ts";
import type { Db, RootDb } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import {
  type Facets,
  findBestMatches,
  findProducts,
  getProductIndex,
  type ListingFilter,
  type SearchMatches,
} from "../product-index/service.ts";
import { findCardsByIds } from "../products/card-sql.ts";
import { getSeoTexts } from "../seo/seo.ts";
import { listIngredientSlugs } from "../ingredients/ingredients.ts";
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
  const { ids, facets } = findProducts(index, filter, { sort: query.sort, page: query.page, perPage: query.per_page });
  const rows = await findCardsByIds(db, ids, shopper.locale);
  return {
    items: rows.map((row) => serializeProductCard(row, pricing)),
    total: facets.total,
    page: query.page,
    per_page: query.per_page,
    facets: serializeFacets(facets, filter, { brands, concerns, currency, locale: shopper.locale }),
    ...(categoryHeader ? { category: categoryHeader } : {}),
  };
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
        ? await findProductIdsThatMayContain(db, query.without.flatMap(listIngredientSlugs))
        : undefined,
    containingProductIds:
      query.ingredient === undefined
        ? undefined
        : await findProductIdsContaining(db, listIngredientSlugs(query.ingredient)),
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
  const ids = findBestMatches(matches, shopper.now, limit);
  return (await findCardsByIds(db, ids, shopper.locale)).map((row) => serializeProductCard(row, pricing));
}

/**
 * Returns the products that may contain one of the ingredients: also those whose composition is unknown, which are
 * stored under the empty slug.
 */
export async function findProductIdsThatMayContain(db: Db, slugs: readonly string[]): Promise<ReadonlySet<number>> {
  return findProductIdsContaining(db, ["", ...slugs]);
}
