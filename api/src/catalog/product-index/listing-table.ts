import { type RawBuilder, sql } from "kysely";
import { cachedFor } from "../../platform/cache/cache.ts";
import { type Db, getPrimaryDb, type RootDb } from "../../platform/db/database.ts";
import { discountSteps, ratingSteps } from "../schema.ts";
import {
  buildBaseCondition,
  buildFacetConditions,
  buildSortOrder,
  buildUnshippableCondition,
  hasIdOf,
  isOfAllProducts,
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

/** One bit for each facet: those whose choices a row does not meet are set in `unmet`. */
const facetBits: Record<FacetKey, number> = {
  brand: 1,
  concern: 2,
  price: 4,
  stock: 8,
  rating: 16,
  discount: 32,
  shipping: 64,
};

/** One bit for each value of a row that is either true or false and that facets count. */
const flagBits = {
  inStock: 1,
  unshippable: 2,
  rating: (step: number): number => 4 << step,
  discount: (step: number): number => 4 << (ratingSteps.length + step),
};

/** Returns the index over the table `product_listing`, which answers from the database as it is now. */
export function createListingTableIndex(db: RootDb): ProductIndex {
  const facetCache = getFacetCache(getPrimaryDb(db));
  const selectIds = async (rest: RawBuilder<unknown>) => {
    // One value: thousands of rows would take longer to read.
    const { rows } = await sql<{ ids: number[] }>`
      select array_to_json(array(select l.product_id from ${rest})) as ids`.execute(db);
    return rows[0]?.ids ?? [];
  };
  return {
    findProducts: (filter, page) => findProducts(db, facetCache, filter, page),
    findBestMatches: (matches, now, limit) => {
      const order = buildSortOrder(undefined, { matches, now, newSince: now, collection: undefined });
      return selectIds(sql`product_listing l where ${hasIdOf(matches.ids)} order by ${order} limit ${limit}::integer`);
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
      const isInCategory = isOneOf(sql`l.category_id`, categoryIds);
      const found = new Set(await selectIds(sql`product_listing l where ${hasIdOf(ids)} and ${isInCategory}`));
      return ids.filter((id) => found.has(id));
    },
    countActive: async (ids, limit) => {
      const distinct = [...new Set(ids)];
      // Most products are active, so that a few ids are enough.
      const step = Math.max(limit, MIN_CHECKED_IDS);
      let count = 0;
      for (let start = 0; start < distinct.length && count < limit; start += step)
        count += (await selectIds(sql`product_listing l where ${hasIdOf(distinct.slice(start, start + step))}`)).length;
      return Math.min(count, limit);
    },
  };
}

/** How many ids are looked up together, at least. */
const MIN_CHECKED_IDS = 1000;

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
  const [ids, facets] = await Promise.all([
    findPage(db, conditions, filter, page),
    counted ?? countFacets(db, conditions, filter).then((groups) => addAndCache(groups, filter, facetCache)),
  ]);
  return { ids, facets };
}

function addAndCache(groups: readonly FacetGroup[], filter: ListingFilter, facetCache: FacetCache): Facets {
  const facets = addUp(groups, filter);
  facetCache.set(
    filter,
    facets,
    groups.reduce((products, { flags, count }) => products + (flags === null ? 0 : count), 0),
  );
  return facets;
}

/**
 * Selects the ids of a page. Only lists of all products are read in the order of an index: in that of a category, the planner
 * would not know that its products come late. `offset 0` keeps it from that.
 */
async function findPage(
  db: RootDb,
  { base, facets }: ListingConditions,
  filter: ListingFilter,
  { sort, page, perPage }: ListingPage,
): Promise<number[]> {
  const condition = joinConditions([base, ...facets.map(([, choice]) => choice)]);
  const rows = isOfAllProducts(filter)
    ? sql`product_listing l where ${condition}`
    : sql`(select * from product_listing l where ${condition} offset 0) l`;
  const { rows: products } = await sql<{ product_id: number }>`
    select l.product_id from ${rows}
    order by ${buildSortOrder(sort, filter)} limit ${perPage}::integer offset ${(page - 1) * perPage}::integer`.execute(
    db,
  );
  return products.map(({ product_id }) => product_id);
}

/** Products that have the same brand, or the same list of concerns, or the same `flags`; the other two are null. */
type FacetGroup = {
  brand_id: number | null;
  concern_ids: number[] | null;
  flags: number | null;
  /** The choice that the products do not meet, as in `facetBits`; 0 if they meet all. */
  unmet: number;
  count: number;
  price_min: number;
  price_max: number;
};

/**
 * Counts the products of a list in groups. Each row is read once and is counted by brand, by concerns and by everything
 * that is either true or false. Those that do not meet several choices count in no facet.
 */
async function countFacets(
  db: RootDb,
  { base, facets, unshippable }: ListingConditions,
  { now }: ListingFilter,
): Promise<FacetGroup[]> {
  const sumBits = (bits: readonly (readonly [SqlCondition, number])[]) =>
    bits.length === 0
      ? sql`0`
      : sql.join(
          bits.map(([condition, bit]) => sql`case when ${condition} then ${sql.lit(bit)} else 0 end`),
          sql` + `,
        );
  const flags = [
    [sql<boolean>`l.is_in_stock`, flagBits.inStock] as const,
    ...(unshippable ? [[unshippable, flagBits.unshippable] as const] : []),
    ...ratingSteps.map((min, n) => [hasMinRating(min), flagBits.rating(n)] as const),
    ...discountSteps.map((min, n) => [hasMinDiscount(min, now), flagBits.discount(n)] as const),
  ];
  const unmet = facets.map(([key, condition]) => [sql<boolean>`${condition} is not true`, facetBits[key]] as const);
  const counted = [0, ...unmet.map(([, bit]) => bit)];
  const { rows } = await sql<FacetGroup>`
    select brand_id, concern_ids, flags, unmet, count(*), min(price) as price_min, max(price) as price_max
    from (select l.brand_id, l.concern_ids, ${sumBits(flags)} as flags, ${sumBits(unmet)} as unmet, ${priceAt(now)} as price
      from product_listing l where ${base}) l
    where unmet in (${sql.join(counted.map((bit) => sql.lit(bit)))})
    group by grouping sets ((brand_id, unmet), (concern_ids, unmet), (flags, unmet))`.execute(db);
  return rows;
}

/** Adds up the groups: one that meets all choices counts in every facet, another one in that of the choice alone. */
function addUp(groups: readonly FacetGroup[], { shipping }: ListingFilter): Facets {
  const countsIn = (key: FacetKey) => (group: FacetGroup) => group.unmet === 0 || group.unmet === facetBits[key];
  const sum = (counted: readonly FacetGroup[]) => counted.reduce((total, { count }) => total + count, 0);
  const flagged = groups.filter(({ flags }) => flags !== null);
  const countFlag = (key: FacetKey, bit: number) =>
    sum(flagged.filter((group) => countsIn(key)(group) && ((group.flags ?? 0) & bit) !== 0));
  const addTo = (counts: Map<number, number>, id: number, count: number) =>
    counts.set(id, (counts.get(id) ?? 0) + count);
  const [brands, concerns] = [new Map<number, number>(), new Map<number, number>()];
  for (const { brand_id, count } of groups.filter(countsIn("brand")))
    if (brand_id !== null) addTo(brands, brand_id, count);
  for (const { concern_ids, count } of groups.filter(countsIn("concern")))
    for (const id of concern_ids ?? []) addTo(concerns, id, count);
  const priced = flagged.filter(countsIn("price"));
  return {
    total: sum(flagged.filter(({ unmet }) => unmet === 0)),
    brands,
    concerns,
    priceMin: priced.length === 0 ? null : Math.min(...priced.map(({ price_min }) => price_min)),
    priceMax: priced.length === 0 ? null : Math.max(...priced.map(({ price_max }) => price_max)),
    inStock: countFlag("stock", flagBits.inStock),
    ratings: ratingSteps.map((min, n) => ({ min, count: countFlag("rating", flagBits.rating(n)) })),
    discounts: discountSteps.map((min, n) => ({ min, count: countFlag("discount", flagBits.discount(n)) })),
    notShippable: shipping ? countFlag("shipping", flagBits.unshippable) : null,
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

  /** Keeps the facets of a list, if it is large. @param counted the number of products that count in any facet */
  set(filter: ListingFilter, facets: Facets, counted: number): void {
    const key = getKey(filter);
    if (key === null || counted < MIN_PRODUCTS) return;
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
