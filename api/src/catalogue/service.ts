import { type MediaRow, pictureOf } from "../content/pictures.ts";
import { shareAddress } from "../content/share.ts";
import { bannersAt } from "../content/service.ts";
import { fromRub, leastRubShownAs, toWire } from "../money/currency.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { Locale } from "../platform/locale.ts";
import { choose } from "./facets.ts";
import { type Filter, firstBy, listedFor, orderOf, type Words } from "./filter.ts";
import { cardsById, firstOfCollections, similarCards } from "./card-sql.ts";
import { cardsForYou } from "./for-you-sql.ts";
import { headIn } from "./heads.ts";
import { named } from "./named.ts";
import { namesOf } from "./ingredients.ts";
import { listedNow } from "./listed.ts";
import { productsContaining } from "./listed-sql.ts";
import { looking, type Looking, SIMILAR } from "./looking.ts";
import { findProductId } from "./product-sql.ts";

export type { Looking } from "./looking.ts";
import {
  type Card,
  collections,
  type Home,
  type ProductList,
  type ProductsPrice,
  type ProductsQuery,
  refusals,
  type Series,
  type Tag,
} from "./schema.ts";
import { sellableVariants } from "./sellable.ts";
import { qtyLimit, shownCard, shownPrice } from "./shown.ts";
import { findSeries, findTag, findTagId, reputationOf, seriesOf } from "./sql.ts";
import {
  breadcrumbsOf,
  childrenOf,
  getCategory,
  idsWithin,
  manufacturers,
  nameIn,
  topCategories,
  usages,
} from "./tree.ts";

const ROW_LENGTH = 5;
const HOME_MANUFACTURERS = 12;

/** A page of products with its facets. @param words what a search found, of all. Refuses `category_not_found`. */
export async function listProducts(
  db: Db,
  query: Omit<ProductsQuery, "q">,
  at: Looking,
  words?: Words,
): Promise<ProductList> {
  const { currency, shown } = await looking(db, at);
  const category = query.category === undefined ? undefined : await getCategory(db, query.category);
  const tagId = query.tag === undefined ? undefined : await findTagId(db, query.tag);
  const filter: Filter = {
    categoryIds: category && (await idsWithin(db, category.id)),
    makerId: query.maker,
    manufacturerIds: query.manufacturer,
    usageIds: query.usage,
    seriesId: query.series,
    // A tag that does not exist has no products; 0 is no tag's number.
    tagId: query.tag === undefined ? undefined : (tagId ?? 0),
    collection: query.collection,
    words,
    ids: query.ids,
    priceMinMinor: query.price_min === undefined ? undefined : leastRubShownAs(query.price_min, currency),
    priceMaxMinor:
      query.price_max === undefined
        ? undefined
        : leastRubShownAs(query.price_max + 10 ** -currency.roundingDigits, currency) - 1,
    inStock: query.in_stock,
    // What nobody knows the composition of stands under the empty name: it is not said to be free of anything.
    without:
      query.without.length > 0 ? await productsContaining(db, ["", ...query.without.flatMap(namesOf)]) : undefined,
    containing: query.ingredient === undefined ? undefined : await productsContaining(db, namesOf(query.ingredient)),
    ratingMin: query.rating_min,
    discountMin: query.discount_min,
    now: at.now,
    newSince: shown.newSince,
  };
  const [products, brands, uses, head] = await Promise.all([
    words?.products ?? listedNow(db),
    manufacturers.get(db),
    usages.get(db),
    category && categoryHead(db, category.slug, at.locale),
  ]);
  const { chosen, facets } = choose(listedFor(filter, products), filter);
  const end = query.page * query.per_page;
  const page = firstBy(chosen, orderOf(query.sort, filter), end).slice(end - query.per_page);
  const rows = await cardsById(
    db,
    page.map(({ id }) => id),
    at.locale,
  );
  return {
    items: rows.map((row) => shownCard(row, shown)),
    total: facets.total,
    page: query.page,
    per_page: query.per_page,
    facets: {
      manufacturers: brands
        .filter((brand) => facets.manufacturers.has(brand.id) || filter.manufacturerIds.includes(brand.id))
        .map((brand) => ({
          id: brand.id,
          name: brand.name,
          slug: brand.slug,
          count: facets.manufacturers.get(brand.id) ?? 0,
        })),
      usages: uses
        .filter((usage) => facets.usages.has(usage.id) || filter.usageIds.includes(usage.id))
        .map((usage) => ({
          id: usage.id,
          name: nameIn(usage, at.locale),
          slug: usage.slug,
          count: facets.usages.get(usage.id) ?? 0,
        })),
      price: {
        min: toWire(fromRub(facets.priceMin ?? 0, currency), currency),
        max: toWire(fromRub(facets.priceMax ?? 0, currency), currency),
      },
      ratings: facets.ratings,
      discounts: facets.discounts,
      in_stock: facets.inStock,
    },
    ...(head ? { category: head } : {}),
  };
}

async function categoryHead(db: Db, slug: string, locale: Locale): Promise<NonNullable<ProductList["category"]>> {
  const row = await getCategory(db, slug);
  const [breadcrumbs, children] = await Promise.all([breadcrumbsOf(db, row.path, locale), childrenOf(db, row.id)]);
  return {
    id: row.id,
    name: nameIn(row, locale),
    link_rewrite: row.slug,
    cloth: row.cloth,
    head: headIn(row.head, locale),
    breadcrumbs,
    share: shareAddress({
      ...({ kind: "category", slug: row.slug, locale } as const),
      ...{ title: nameIn(row, locale), picture: null, cloth: row.cloth },
    }),
    children: children.map((child) => ({
      id: child.id,
      name: nameIn(child, locale),
      link_rewrite: child.slug,
      count: child.count,
    })),
  };
}

/** The number of a product by its slug or number. Refuses `product_not_found`. */
export async function getProductId(db: Db, slugOrId: string): Promise<number> {
  const id = await findProductId(db, slugOrId);
  if (id === undefined) throw refuse(refusals, "product_not_found");
  return id;
}

/** The cards of products on sale, in the order of the ids; what is not on sale is left out. */
export async function cardsOf(db: Db, ids: number[], at: Looking): Promise<Card[]> {
  if (ids.length === 0) return [];
  const { shown } = await looking(db, at);
  return (await cardsById(db, ids, at.locale)).map((row) => shownCard(row, shown));
}

/** The first cards of what a search found, in its order. */
export async function findCards(db: Db, words: Words, at: Looking, limit: number): Promise<Card[]> {
  const { shown } = await looking(db, at);
  const filter = {
    manufacturerIds: [],
    usageIds: [],
    ids: [],
    inStock: false,
    words,
    now: at.now,
    newSince: shown.newSince,
  };
  const first = firstBy(listedFor(filter, words.products), orderOf(undefined, filter), limit);
  const ids = first.map(({ id }) => id);
  return (await cardsById(db, ids, at.locale)).map((row) => shownCard(row, shown));
}

/** Products like this one. Refuses `product_not_found`. */
export async function listSimilar(db: Db, slugOrId: string, at: Looking): Promise<Card[]> {
  const { shown } = await looking(db, at);
  const rows = await similarCards(db, named(slugOrId), at.locale, SIMILAR);
  if (rows.length === 0) await getProductId(db, slugOrId);
  return rows.map((row) => shownCard(row, shown));
}

/** A row made from what a visitor looked at, the latest first: mostly products like those. */
export async function listForYou(db: Db, seen: number[], at: Looking): Promise<Card[]> {
  if (seen.length === 0) return [];
  const { shown } = await looking(db, at);
  const rows = await cardsForYou(db, seen, at.locale, { alike: ROW_LENGTH - 1, row: ROW_LENGTH });
  return rows.map((row) => shownCard(row, shown));
}

/** The home page in one answer: running banners, named rows of products, top categories, manufacturers. */
export async function showHome(db: Db, at: Looking): Promise<Home> {
  const { shown } = await looking(db, at);
  const [banners, rows, top, brands] = await Promise.all([
    bannersAt(db, at.locale, at.now),
    firstOfCollections(db, shown, at.locale, ROW_LENGTH),
    topCategories(db),
    manufacturers.get(db),
  ]);
  return {
    banners,
    rows: collections.map((name) => ({
      name,
      items: rows.filter(({ collection }) => collection === name).map((row) => shownCard(row, shown)),
    })),
    categories: top.map((category) => ({
      id: category.id,
      name: nameIn(category, at.locale),
      link_rewrite: category.slug,
      cloth: category.cloth,
      count: category.count,
      image: category.image && pictureOf(category.image, ""),
    })),
    manufacturers: brands
      .slice(0, HOME_MANUFACTURERS)
      .map(({ id, name, slug, name_ja }) => ({ id, name, slug, name_ja })),
    manufacturers_total: brands.length,
  };
}

export async function listManufacturers(db: Db, locale: Locale) {
  return (await manufacturers.get(db)).map((row) => wireManufacturer(row, locale));
}

/** Refuses `manufacturer_not_found`. */
export async function getManufacturer(db: Db, slug: string, locale: Locale) {
  const row = (await manufacturers.get(db)).find((candidate) => candidate.slug === slug);
  if (!row) throw refuse(refusals, "manufacturer_not_found");
  const [series, reputation] = await Promise.all([seriesOf(db, row.id), reputationOf(db, row.id)]);
  const shown = (images: MediaRow[], name: string) => images.map((image) => pictureOf(image, name));
  return {
    ...wireManufacturer(row, locale),
    head: headIn(row.head, locale),
    rating: reputation?.rating ?? 0,
    images: shown(reputation?.images ?? [], row.name),
    series: series.map((one) => ({ ...one, images: shown(one.images, `${row.name} ${one.name}`) })),
  };
}

/** A series with its manufacturer. Refuses `series_not_found`. */
export async function getSeries(db: Db, id: number): Promise<Series> {
  const row = await findSeries(db, id);
  if (!row) throw refuse(refusals, "series_not_found");
  const { name, count, manufacturer_id, manufacturer_name, manufacturer_slug } = row;
  return { id, name, count, manufacturer: { id: manufacturer_id, name: manufacturer_name, slug: manufacturer_slug } };
}

/** A tag by its slug. Refuses `tag_not_found`. */
export async function getTag(db: Db, slug: string, locale: Locale): Promise<Tag> {
  const row = await findTag(db, slug);
  if (!row) throw refuse(refusals, "tag_not_found");
  return { slug: row.slug, name: nameIn(row, locale), count: row.count };
}

function wireManufacturer(row: Awaited<ReturnType<typeof manufacturers.get>>[number], locale: Locale) {
  return {
    id: row.id,
    name: row.name,
    name_local: locale === "ru-RU" ? row.name_ru : row.name,
    slug: row.slug,
    line: locale === "ru-RU" ? row.line_ru : row.line_en,
    cloth: row.cloth,
    count: row.count,
  };
}

/** Current prices of cart ids; those that name nothing on sale are left out (api: productsPrice). */
export async function priceProducts(db: Db, cartIds: string[], at: Looking): Promise<ProductsPrice> {
  const { currency, shown } = await looking(db, at);
  const pairs = cartIds.map((cartId) => {
    const [productId = 0, optionId = 0] = cartId.split("_").map(Number);
    return { productId, optionId };
  });
  const inRange = pairs.filter((pair) => Math.max(pair.productId, pair.optionId) <= 2_147_483_647);
  const rows = await sellableVariants(db, inRange, at.locale);
  return Object.fromEntries(
    rows
      .filter((row) => row.product_status === "active")
      .map((row) => [
        `${row.product_id}_${row.option_id}`,
        {
          sign: currency.sign,
          iso_code: currency.code,
          price: shownPrice(row, shown).current,
          available_for_order: row.stock > 0,
          qty_limit: qtyLimit(row.stock, row.own_qty_limit, shown),
        },
      ]),
  );
}
