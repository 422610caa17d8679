import { type MediaRow, serializeImage } from "../content/images.ts";
import { getShareImageUrl } from "../content/share-images.ts";
import { listBanners } from "../content/service.ts";
import { convertFromRub, getMinRubForDisplayAmount, toMajorUnits } from "../money/currency.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { applyFacets } from "./listing/facets.ts";
import { type ListingFilter, selectTop, applyBaseFilter, getSortKeys, type SearchMatches } from "./listing/filter.ts";
import { findCardsByIds, findCollectionPreviews, findSimilarCards } from "./products/card-sql.ts";
import { findRecommendedCards } from "./listing/recommendations-sql.ts";
import { getSeoTexts } from "./seo/seo.ts";
import { whereSlugOrId } from "./products/slug-or-id.ts";
import { listIngredientSlugs } from "./ingredients/ingredients.ts";
import { getProductIndex } from "./listing/product-index.ts";
import { findProductIdsContaining } from "./listing/product-index-sql.ts";
import { getShopperPricing, type ShopperContext, MAX_SIMILAR_PRODUCTS } from "./pricing/shopper-context.ts";
import { findProductId } from "./products/product-sql.ts";

export type { ShopperContext } from "./pricing/shopper-context.ts";
import {
  type ProductCardData,
  collections,
  type Home,
  type ProductList,
  type ProductsPrice,
  type ProductsQuery,
  refusals,
  type Series,
  type Tag,
} from "./schema.ts";
import { findVariants } from "./products/variants.ts";
import { calculateQtyLimit, serializeProductCard, serializePrice } from "./pricing/pricing-context.ts";
import { findSeries, findTag, findTagId, getBrandRating, listSeriesOfBrand } from "./sql.ts";
import {
  getBreadcrumbs,
  listChildCategories,
  getCategory,
  listCategorySubtreeIds,
  brandCache,
  getLocalizedName,
  listTopCategories,
  concernCache,
} from "./categories/category-tree.ts";

const ROW_SIZE = 5;
const HOME_BRAND_COUNT = 12;

/**
 * Returns a page of products with facets.
 * @param matches the search result that the list is restricted to
 * Refuses `category_not_found`.
 */
export async function listProducts(
  db: Db,
  query: Omit<ProductsQuery, "q">,
  shopper: ShopperContext,
  matches?: SearchMatches,
): Promise<ProductList> {
  const { currency, pricing } = await getShopperPricing(db, shopper);
  const category = query.category === undefined ? undefined : await getCategory(db, query.category);
  const tagId = query.tag === undefined ? undefined : await findTagId(db, query.tag);
  const filter: ListingFilter = {
    categoryIds: category && (await listCategorySubtreeIds(db, category.id)),
    pageBrandId: query.maker,
    brandIds: query.manufacturer,
    concernIds: query.usage,
    seriesId: query.series,
    // An unknown tag matches no products; 0 is never the id of a tag.
    tagId: query.tag === undefined ? undefined : (tagId ?? 0),
    collection: query.collection,
    matches,
    ids: query.ids,
    priceMinMinor: query.price_min === undefined ? undefined : getMinRubForDisplayAmount(query.price_min, currency),
    priceMaxMinor:
      query.price_max === undefined
        ? undefined
        : getMinRubForDisplayAmount(query.price_max + 10 ** -currency.roundingDigits, currency) - 1,
    inStock: query.in_stock,
    // Products with an unknown composition are stored under the empty slug: they may contain anything and are excluded.
    excludedProductIds:
      query.without.length > 0
        ? await findProductIdsContaining(db, ["", ...query.without.flatMap(listIngredientSlugs)])
        : undefined,
    containingProductIds:
      query.ingredient === undefined
        ? undefined
        : await findProductIdsContaining(db, listIngredientSlugs(query.ingredient)),
    ratingMin: query.rating_min,
    discountMin: query.discount_min,
    now: shopper.now,
    newSince: pricing.newSince,
  };
  const [index, brands, concerns, categoryHeader] = await Promise.all([
    matches?.products ?? getProductIndex(db),
    brandCache.get(db),
    concernCache.get(db),
    category && getCategoryHeader(db, category.slug, shopper.locale),
  ]);
  const { filtered, facets } = applyFacets(applyBaseFilter(filter, index), filter);
  const end = query.page * query.per_page;
  const page = selectTop(filtered, getSortKeys(query.sort, filter), end).slice(end - query.per_page);
  const rows = await findCardsByIds(
    db,
    page.map(({ id }) => id),
    shopper.locale,
  );
  return {
    items: rows.map((row) => serializeProductCard(row, pricing)),
    total: facets.total,
    page: query.page,
    per_page: query.per_page,
    facets: {
      manufacturers: brands
        .filter((brand) => facets.brands.has(brand.id) || filter.brandIds.includes(brand.id))
        .map((brand) => ({
          id: brand.id,
          name: brand.name,
          slug: brand.slug,
          count: facets.brands.get(brand.id) ?? 0,
        })),
      usages: concerns
        .filter((usage) => facets.concerns.has(usage.id) || filter.concernIds.includes(usage.id))
        .map((usage) => ({
          id: usage.id,
          name: getLocalizedName(usage, shopper.locale),
          slug: usage.slug,
          count: facets.concerns.get(usage.id) ?? 0,
        })),
      price: {
        min: toMajorUnits(convertFromRub(facets.priceMin ?? 0, currency), currency),
        max: toMajorUnits(convertFromRub(facets.priceMax ?? 0, currency), currency),
      },
      ratings: facets.ratings,
      discounts: facets.discounts,
      in_stock: facets.inStock,
    },
    ...(categoryHeader ? { category: categoryHeader } : {}),
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

/** Returns the id of a product that is not hidden, by its slug or id. Refuses `product_not_found`. */
export async function getProductId(db: Db, slugOrId: string): Promise<number> {
  const id = await findProductId(db, slugOrId);
  if (id === undefined) throw refuse(refusals, "product_not_found");
  return id;
}

/** Returns the cards of active products in the order of the ids. Other products are omitted. */
export async function getProductCards(db: Db, ids: number[], shopper: ShopperContext): Promise<ProductCardData[]> {
  if (ids.length === 0) return [];
  const { pricing } = await getShopperPricing(db, shopper);
  return (await findCardsByIds(db, ids, shopper.locale)).map((row) => serializeProductCard(row, pricing));
}

/** Returns the first `limit` cards of a search result, by relevance. */
export async function findMatchingCards(
  db: Db,
  matches: SearchMatches,
  shopper: ShopperContext,
  limit: number,
): Promise<ProductCardData[]> {
  const { pricing } = await getShopperPricing(db, shopper);
  const filter = {
    brandIds: [],
    concernIds: [],
    ids: [],
    inStock: false,
    matches,
    now: shopper.now,
    newSince: pricing.newSince,
  };
  const first = selectTop(applyBaseFilter(filter, matches.products), getSortKeys(undefined, filter), limit);
  const ids = first.map(({ id }) => id);
  return (await findCardsByIds(db, ids, shopper.locale)).map((row) => serializeProductCard(row, pricing));
}

/** Returns products similar to this one. Refuses `product_not_found`. */
export async function listSimilar(db: Db, slugOrId: string, shopper: ShopperContext): Promise<ProductCardData[]> {
  const { pricing } = await getShopperPricing(db, shopper);
  const rows = await findSimilarCards(db, whereSlugOrId(slugOrId), shopper.locale, MAX_SIMILAR_PRODUCTS);
  if (rows.length === 0) await getProductId(db, slugOrId);
  return rows.map((row) => serializeProductCard(row, pricing));
}

/**
 * Returns recommendations based on viewed products: mostly products similar to them, and the last of them.
 * @param viewedIds ids of viewed products, most recent first
 */
export async function listRecommendations(
  db: Db,
  viewedIds: number[],
  shopper: ShopperContext,
): Promise<ProductCardData[]> {
  if (viewedIds.length === 0) return [];
  const { pricing } = await getShopperPricing(db, shopper);
  const rows = await findRecommendedCards(db, viewedIds, shopper.locale, { maxSimilar: ROW_SIZE - 1, limit: ROW_SIZE });
  return rows.map((row) => serializeProductCard(row, pricing));
}

/** Returns the content of the home page: current banners, product rows, top-level categories and brands. */
export async function getHomePage(db: Db, shopper: ShopperContext): Promise<Home> {
  const { pricing } = await getShopperPricing(db, shopper);
  const [banners, rows, top, brands] = await Promise.all([
    listBanners(db, shopper.locale, shopper.now),
    findCollectionPreviews(db, pricing, shopper.locale, ROW_SIZE),
    listTopCategories(db),
    brandCache.get(db),
  ]);
  return {
    banners,
    rows: collections.map((name) => ({
      name,
      items: rows.filter(({ collection }) => collection === name).map((row) => serializeProductCard(row, pricing)),
    })),
    categories: top.map((category) => ({
      id: category.id,
      name: getLocalizedName(category, shopper.locale),
      link_rewrite: category.slug,
      cloth: category.theme_color,
      count: category.count,
      image: category.image && serializeImage(category.image, ""),
    })),
    manufacturers: brands
      .slice(0, HOME_BRAND_COUNT)
      .map(({ id, name, slug, name_ja }) => ({ id, name, slug, name_ja })),
    manufacturers_total: brands.length,
  };
}

/** Returns all brands in their display order. */
export async function listBrands(db: Db, locale: Locale) {
  return (await brandCache.get(db)).map((row) => serializeBrand(row, locale));
}

/** Returns a brand with its series, rating and images. Refuses `manufacturer_not_found`. */
export async function getBrand(db: Db, slug: string, locale: Locale) {
  const row = (await brandCache.get(db)).find((candidate) => candidate.slug === slug);
  if (!row) throw refuse(refusals, "manufacturer_not_found");
  const [series, reputation] = await Promise.all([listSeriesOfBrand(db, row.id), getBrandRating(db, row.id)]);
  const serializeImages = (images: MediaRow[], name: string) => images.map((image) => serializeImage(image, name));
  return {
    ...serializeBrand(row, locale),
    head: getSeoTexts(row.seo, locale),
    rating: reputation?.rating ?? 0,
    images: serializeImages(reputation?.images ?? [], row.name),
    series: series.map((one) => ({ ...one, images: serializeImages(one.images, `${row.name} ${one.name}`) })),
  };
}

/** Returns a series with its brand. Refuses `series_not_found`. */
export async function getSeries(db: Db, id: number): Promise<Series> {
  const row = await findSeries(db, id);
  if (!row) throw refuse(refusals, "series_not_found");
  const { name, count, brand_id, brand_name, brand_slug } = row;
  return { id, name, count, manufacturer: { id: brand_id, name: brand_name, slug: brand_slug } };
}

/** Returns a tag by its slug. Refuses `tag_not_found`. */
export async function getTag(db: Db, slug: string, locale: Locale): Promise<Tag> {
  const row = await findTag(db, slug);
  if (!row) throw refuse(refusals, "tag_not_found");
  return { slug: row.slug, name: getLocalizedName(row, locale), count: row.count };
}

function serializeBrand(row: Awaited<ReturnType<typeof brandCache.get>>[number], locale: Locale) {
  return {
    id: row.id,
    name: row.name,
    name_local: locale === "ru-RU" ? row.name_ru : row.name,
    slug: row.slug,
    line: locale === "ru-RU" ? row.tagline_ru : row.tagline_en,
    cloth: row.theme_color,
    count: row.count,
  };
}

/** Returns current prices by cart id (`{product id}_{option id}`). Ids of products that are not active are omitted. */
export async function getCurrentPrices(db: Db, cartIds: string[], shopper: ShopperContext): Promise<ProductsPrice> {
  const { currency, pricing } = await getShopperPricing(db, shopper);
  const pairs = cartIds.map((cartId) => {
    const [productId = 0, optionId = 0] = cartId.split("_").map(Number);
    return { productId, optionId };
  });
  const inRange = pairs.filter((pair) => Math.max(pair.productId, pair.optionId) <= 2_147_483_647);
  const rows = await findVariants(db, inRange, shopper.locale);
  return Object.fromEntries(
    rows
      .filter((row) => row.product_status === "active")
      .map((row) => [
        `${row.product_id}_${row.option_id}`,
        {
          sign: currency.sign,
          iso_code: currency.code,
          price: serializePrice(row, pricing).current,
          available_for_order: row.stock > 0,
          qty_limit: calculateQtyLimit(row.stock, row.own_qty_limit, pricing),
        },
      ]),
  );
}
