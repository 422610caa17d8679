import { type RawBuilder, sql } from "kysely";
import { cachedFor } from "../../platform/cache/cache.ts";
import { type Db, getPrimaryDb, type RootDb } from "../../platform/db/database.ts";
import { discountSteps, ratingSteps } from "../schema.ts";
import {
  buildBaseCondition,
  buildFacetConditions,
  buildSortOrder,
  buildUnshippableCondition,
  fromListing,
  fromRowsOf,
  hasMinDiscount,
  hasMinRating,
  isOneOf,
  joinConditions,
  priceAt,
  type SqlCondition,
} from "./listing-conditions.ts";
import type { FacetKey, Facets, ListingFilter, ListingPage, ProductIndex } from "./product-index.ts";

/** Conditions and what they were built from. */
type ListingConditions = Readonly<{
  base: SqlCondition;
  facets: readonly (readonly [FacetKey, SqlCondition])[];
  /** Of the products that cannot be sent; null if the shopper's country is unknown. */
  unshippable: SqlCondition | null;
}>;

/** One bit for each facet: those of its choices that a row does not meet are set in `unmet`. */
const facetBits: Record<FacetKey, number> = {
  brand: 1,
  concern: 2,
  price: 4,
  stock: 8,
  rating: 16,
  discount: 32,
  shipping: 64,
};

/** Returns the index over the table `product_listing`, which answers from the database as it is now. */
export function createListingTableIndex(db: RootDb): ProductIndex {
  const facetCache = getFacetCache(getPrimaryDb(db));
  const selectIds = async (rest: RawBuilder<unknown>) => {
    const { rows } = await sql<{ product_id: number }>`select l.product_id from ${rest}`.execute(db);
    return rows.map(({ product_id }) => product_id);
  };
  return {
    findProducts: (filter, page) => findProducts(db, facetCache, filter, page),
    findBestMatches: (matches, now, limit) => {
      const filter = { matches, now, newSince: now, brandIds: [], concernIds: [], ids: [], inStock: false };
      const order = buildSortOrder(undefined, filter);
      return selectIds(sql`${fromListing(filter)} order by ${order} limit ${limit}::integer`);
    },
    findByGroups: ({ categoryIds, tagIds, concernIds }) => {
      const groups = [
        ...(categoryIds.size > 0 ? [sql<boolean>`l.category_id = any (${[...categoryIds]}::integer[])`] : []),
        ...(tagIds.size > 0 ? [sql<boolean>`l.tag_ids && ${[...tagIds]}::integer[]`] : []),
        ...(concernIds.size > 0 ? [sql<boolean>`l.concern_ids && ${[...concernIds]}::integer[]`] : []),
      ];
      if (groups.length === 0) return Promise.resolve([]);
      return selectIds(sql`product_listing l where ${sql.join(groups, sql` or `)} order by l.product_id`);
    },
    selectInCategories: async (ids, categoryIds) => {
      const inCategories = new Set(
        await selectIds(sql`${fromRowsOf(ids)} where ${isOneOf(sql`l.category_id`, categoryIds)}`),
      );
      return ids.filter((id) => inCategories.has(id));
    },
    countActive: async (ids, limit) => (await selectIds(sql`${fromRowsOf(ids)} limit ${limit}::integer`)).length,
  };
}

const facetCaches = new WeakMap<Db, FacetCache>();

/** Returns the facets that this process keeps, whether lists are read from the primary or from a replica. */
function getFacetCache(db: Db): FacetCache {
  const facetCache = facetCaches.get(db) ?? new FacetCache();
  facetCaches.set(db, facetCache);
  return facetCache;
}

async function findProducts(
  db: RootDb,
  facetCache: FacetCache,
  filter: ListingFilter,
  page: ListingPage,
): Promise<{ ids: number[]; facets: Facets }> {
  const counted = facetCache.get(filter);
  const isShippingAsked = filter.shipping && (filter.shippableOnly || !counted);
  const unshippable =
    filter.shipping && isShippingAsked ? await buildUnshippableCondition(db, filter.shipping, filter.now) : null;
  const conditions = {
    base: buildBaseCondition(filter),
    facets: buildFacetConditions(filter, unshippable),
    unshippable,
  };
  if (counted) return { ids: await findPage(db, conditions, filter, page), facets: counted };
  const row = await findPageAndFacets(db, conditions, filter, page);
  const facets = toFacets(row, filter);
  facetCache.set(filter, facets, row.size);
  return { ids: row.ids, facets };
}

/** Selects the ids of a page alone: the rows are not counted, and may be read in the order of an index. */
async function findPage(
  db: RootDb,
  { base, facets }: ListingConditions,
  filter: ListingFilter,
  { sort, page, perPage }: ListingPage,
): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select l.product_id from ${fromListing(filter)}
    where ${joinConditions([base, ...facets.map(([, condition]) => condition)])}
    order by ${buildSortOrder(sort, filter)} limit ${perPage}::integer offset ${(page - 1) * perPage}::integer`.execute(
    db,
  );
  return rows.map(({ product_id }) => product_id);
}

type FacetRow = {
  /** The number of rows without facet choices. */
  size: number;
  total: number;
  price_min: number | null;
  price_max: number | null;
  in_stock: number;
  not_shippable: number;
  ratings: number[];
  discounts: number[];
  brands: Record<string, number> | null;
  concerns: Record<string, number> | null;
  ids: number[];
};

/**
 * Selects the ids of a page and counts all facets. Each row of the listing is read once: one that meets all choices counts
 * in every facet, one that does not meet a single choice in the facet of this choice only.
 */
async function findPageAndFacets(
  db: RootDb,
  { base, facets, unshippable }: ListingConditions,
  filter: ListingFilter,
  { sort, page, perPage }: ListingPage,
): Promise<FacetRow> {
  const unmet = facets.map(
    ([key, condition]) => sql`case when ${condition} then 0 else ${sql.lit(facetBits[key])} end`,
  );
  const countsIn = (key: FacetKey) => sql<boolean>`unmet | ${sql.lit(facetBits[key])} = ${sql.lit(facetBits[key])}`;
  const countSteps = (key: FacetKey, column: string, steps: readonly number[]) =>
    sql`array[${sql.join(
      steps.map((_, n) => sql`count(*) filter (where ${countsIn(key)} and ${sql.ref(`${column}_${n}`)})`),
    )}]::integer[]`;
  const { rows } = await sql<FacetRow>`
    with listed as materialized (
      select l.*, ${priceAt(filter.now)} as price, ${unshippable ?? sql`false`} as is_unshippable,
        ${sql.join(ratingSteps.map((min, n) => sql`${hasMinRating(min)} as ${sql.ref(`rating_${n}`)}`))},
        ${sql.join(discountSteps.map((min, n) => sql`${hasMinDiscount(min, filter.now)} as ${sql.ref(`discount_${n}`)}`))},
        ${unmet.length === 0 ? sql`0` : sql.join(unmet, sql` + `)} as unmet
      from ${fromListing(filter)} where ${base}
    ), counted as (
      select count(*) as size, count(*) filter (where unmet = 0) as total,
        min(price) filter (where ${countsIn("price")}) as price_min,
        max(price) filter (where ${countsIn("price")}) as price_max,
        count(*) filter (where ${countsIn("stock")} and is_in_stock) as in_stock,
        count(*) filter (where ${countsIn("shipping")} and is_unshippable) as not_shippable,
        ${countSteps("rating", "rating", ratingSteps)} as ratings,
        ${countSteps("discount", "discount", discountSteps)} as discounts
      from listed
    )
    select counted.*, (select json_object_agg(brand_id, count) from (
        select brand_id, count(*) from listed where ${countsIn("brand")} group by brand_id) brands) as brands,
      (select json_object_agg(concern_id, count) from (
        select concern_id, sum(products) as count from (
          select concern_ids, count(*) as products from listed where ${countsIn("concern")} group by concern_ids) lists,
          unnest(concern_ids) concern_id
        group by concern_id) concerns) as concerns,
      array(select l.product_id from listed l where unmet = 0
        order by ${buildSortOrder(sort, filter)} limit ${perPage}::integer offset ${(page - 1) * perPage}::integer) as ids
    from counted`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database returned no counts");
  return row;
}

function toFacets(row: FacetRow, { shipping }: ListingFilter): Facets {
  const toCounts = (counts: Record<string, number> | null) =>
    new Map(Object.entries(counts ?? {}).map(([id, count]) => [Number(id), count]));
  const toSteps = (steps: readonly number[], counts: readonly number[]) =>
    steps.map((min, n) => ({ min, count: counts[n] ?? 0 }));
  return {
    total: row.total,
    brands: toCounts(row.brands),
    concerns: toCounts(row.concerns),
    priceMin: row.price_min,
    priceMax: row.price_max,
    inStock: row.in_stock,
    ratings: toSteps(ratingSteps, row.ratings),
    discounts: toSteps(discountSteps, row.discounts),
    notShippable: shipping ? row.not_shippable : null,
  };
}

/** The database counts smaller lists quickly; the counts of larger ones are kept for a minute. */
const MIN_PRODUCTS = 20_000;
const MAX_AGE_MS = 60_000;
const MAX_ENTRIES = 500;

/** The facets of large lists by filter. The pages of these lists are always read from the database. */
class FacetCache {
  readonly #entries = new Map<string, { facets: Facets; countedAt: number }>();

  /** Returns the facets that were counted within the last minute. */
  get(filter: ListingFilter): Facets | undefined {
    const key = getKey(filter);
    const entry = key === null ? undefined : this.#entries.get(key);
    return entry && performance.now() - entry.countedAt < MAX_AGE_MS ? entry.facets : undefined;
  }

  /** Keeps the facets of a list, if it is large. @param size the number of products without facet choices */
  set(filter: ListingFilter, facets: Facets, size: number): void {
    const key = getKey(filter);
    if (key === null || size < MIN_PRODUCTS) return;
    // Deleted and inserted again, so that the entries are ordered by their age.
    this.#entries.delete(key);
    this.#entries.set(key, { facets, countedAt: performance.now() });
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > MAX_ENTRIES) this.#entries.delete(oldest);
  }
}

/** Returns what the facets of a list depend on; null for lists that are rarely requested twice. */
function getKey({ now: _now, newSince: _newSince, shipping, ...filter }: ListingFilter): string | null {
  const { matches, excludedProductIds, containingProductIds } = filter;
  if (matches || excludedProductIds || containingProductIds) return null;
  return JSON.stringify({ ...filter, country: shipping?.country });
}

/** Whether the table is kept: `leaving` until no process reads it anymore. */
export type ListingTableStatus = "off" | "filling" | "filled" | "leaving";

/** For how long a process may not know a new status, in milliseconds. */
const STATUS_CACHE_MS = 5000;
const statusCache = cachedFor(STATUS_CACHE_MS, readStatus);

/** Whether lists are answered by the table `product_listing`. */
export async function isListingTableFilled(db: Db): Promise<boolean> {
  return (await statusCache.get(db)).status === "filled";
}

/** Reads the status of the table, and for how long it has had it, in milliseconds. */
export async function readStatus(db: Db): Promise<{ status: ListingTableStatus; ageMs: number }> {
  const { rows } = await sql<{ status: ListingTableStatus; age_ms: number }>`
    select status, (extract(epoch from clock_timestamp() - changed_at) * 1000)::float8 as age_ms
    from product_listing_state`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("product_listing_state has no row");
  return { status: row.status, ageMs: row.age_ms };
}

/** Lets this process read a new status at once. */
export function invalidateStatus(db: Db): void {
  statusCache.invalidate(db);
}

/** Returns about how many products are in the table, as of its last analysis. */
export async function countListedProducts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select greatest(reltuples, 0)::float8 as count from pg_class where oid = 'product_listing'::regclass`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns when a sale ends or a product is no longer new next, in ms since 1970; `Infinity` if none does. */
export async function findNextChangeInTable(db: Db, now: Date, newDays: number): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`
    select (extract(epoch from least(
      (select min(sale_ends_at) from product_listing where sale_ends_at > ${now}::timestamptz),
      (select min(published_at) + make_interval(days => ${newDays}::integer) from product_listing
        where published_at > ${now}::timestamptz - make_interval(days => ${newDays}::integer))
    )) * 1000)::float8 as at`.execute(db);
  return rows[0]?.at ?? Infinity;
}
