import { type RawBuilder, sql } from "kysely";
import { cachedFor } from "../../platform/cache/cache.ts";
import { type Db, getPrimaryDb, type RootDb } from "../../platform/db/database.ts";
import { discountSteps, ratingSteps } from "../schema.ts";
import {
  belongsToGroups,
  buildCondition,
  buildSortOrder,
  buildUnshippableCondition,
  hasIdOf,
  hasMinDiscount,
  hasMinRating,
  isExcluded,
  isFound,
  isOfNearlyAllProducts,
  isOneOf,
  listChosenFacets,
  priceAt,
  type SqlCondition,
} from "./listing-conditions.ts";
import type { FacetKey, Facets, FoundProducts, ListingFilter, ListingPage, ProductIndex } from "./product-index.ts";

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
    cacheKey: facetCache,
    hasNames: true,
    findProducts: (filter, page) => findProducts(db, facetCache, filter, page),
    findBestMatches: (matches, now, limit) => {
      const order = buildSortOrder(undefined, { matches, now, newSince: now, collection: undefined });
      const rows = sql`(select * from product_listing l where ${isFound(matches.found)} offset 0) l`;
      return selectIds(sql`${rows} order by ${order} limit ${limit}::integer`);
    },
    findByGroups: (groups) => selectIds(sql`product_listing l where ${belongsToGroups(groups)} order by l.product_id`),
    countExcluded: async (found, excluded) => {
      // One pass over the found rows: as a condition, excluded ids would be looked up one by one in the whole listing.
      const { rows } = await sql<{ excluded: number; hasOthers: boolean }>`${NOT_PREPARED}
        select count(*) filter (where is_excluded) as excluded, count(*) filter (where not is_excluded) > 0 as "hasOthers"
        from (select ${isExcluded(excluded)} as is_excluded from product_listing l where ${isFound(found)}) f`.execute(
        db,
      );
      return rows[0] ?? { excluded: 0, hasOthers: false };
    },
    selectInCategories: (found, categoryIds) => {
      const isInCategory = isOneOf(sql`l.category_id`, categoryIds);
      return selectIds(sql`product_listing l where ${isFound(found)} and ${isInCategory}`);
    },
    countActive: async (ids, limit) => {
      const all = [...ids];
      // Most products are active, so that a few ids are enough.
      const step = Math.max(limit, MIN_CHECKED_IDS);
      let count = 0;
      for (let start = 0; start < all.length && count < limit; start += step)
        count += (await selectIds(sql`product_listing l where ${hasIdOf(all.slice(start, start + step))}`)).length;
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
  const unshippable = filter.shipping ? await buildUnshippableCondition(db, filter.shipping, filter.now) : null;
  const [ids, facets] = await Promise.all([
    findPage(db, filter, unshippable, page),
    countFacets(db, facetCache, filter, unshippable),
  ]);
  return { ids, facets };
}

/** The statements of lists have so many forms that they would take the place of all others that are prepared. */
const NOT_PREPARED = sql`/* not prepared */`;

/**
 * Selects the ids of a page. Only lists of nearly all products are read in the order of an index: in that of a category, the
 * planner would not know that its products come late. `offset 0` keeps it from that.
 */
async function findPage(
  db: RootDb,
  filter: ListingFilter,
  unshippable: SqlCondition | null,
  { sort, page, perPage }: ListingPage,
): Promise<number[]> {
  const condition = buildCondition(filter, unshippable);
  const rows = isOfNearlyAllProducts(filter)
    ? sql`product_listing l where ${condition}`
    : sql`(select * from product_listing l where ${condition} offset 0) l`;
  const { rows: products } = await sql<{ product_id: number }>`${NOT_PREPARED}
    select l.product_id from ${rows}
    order by ${buildSortOrder(sort, filter)} limit ${perPage}::integer offset ${(page - 1) * perPage}::integer`.execute(
    db,
  );
  return products.map(({ product_id }) => product_id);
}

/** The facets that are counted without their own choice. As many products are in stock with this choice as without it. */
type CountedFacet = Exclude<FacetKey, "stock">;

/** What a filter has without the choice of a facet. */
const withoutChoice: Record<CountedFacet, Partial<ListingFilter>> = {
  brand: { brandIds: [] },
  concern: { concernIds: [] },
  price: { priceMinMinor: undefined, priceMaxMinor: undefined },
  rating: { ratingMin: undefined },
  discount: { discountMin: undefined },
  shipping: { shippableOnly: false },
};

const pickFacet: Record<CountedFacet, (facets: Facets) => Partial<Facets>> = {
  brand: ({ brands }) => ({ brands }),
  concern: ({ concerns }) => ({ concerns }),
  price: ({ priceMin, priceMax }) => ({ priceMin, priceMax }),
  rating: ({ ratings }) => ({ ratings }),
  discount: ({ discounts }) => ({ discounts }),
  shipping: ({ notShippable }) => ({ notShippable }),
};

/**
 * Counts the facets of a list. Each facet ignores its own choice: it is counted in the list without this choice, which is often
 * cached already, because shoppers choose in lists that they have seen.
 * @param unshippable the condition of products that cannot be sent; null if the shopper's country is unknown
 */
async function countFacets(
  db: Db,
  cache: FacetCache,
  filter: ListingFilter,
  unshippable: SqlCondition | null,
): Promise<Facets> {
  const count = async (list: ListingFilter) => {
    const cached = cache.get(list);
    if (cached) return cached;
    const facets = await countProducts(db, list, unshippable);
    cache.set(list, facets);
    return facets;
  };
  const [facets, ...others] = await Promise.all([
    count(filter),
    ...listChosenFacets(filter, unshippable)
      .filter((key) => key !== "stock")
      .map(async (key) => pickFacet[key](await count({ ...filter, ...withoutChoice[key] }))),
  ]);
  return Object.assign({}, facets, ...others);
}

/** One bit for each value of a row that is either true or false and that is counted. */
const flagBits = {
  inStock: 1,
  unshippable: 2,
  rating: (step: number): number => 4 << step,
  discount: (step: number): number => 4 << (ratingSteps.length + step),
};

const setBit = (condition: SqlCondition, bit: number) =>
  sql<number>`case when ${condition} then ${sql.lit(bit)} else 0 end`;

/**
 * Sets the bits of all steps that a row reaches. The highest step is tried first and decides about the others.
 * @param hasMin the condition for a step
 */
function setStepBits(
  steps: readonly number[],
  hasMin: (step: number) => SqlCondition,
  getBit: (index: number) => number,
): RawBuilder<number> {
  const fromHighest = steps.map((min, index) => ({ min, bit: getBit(index) })).toSorted((a, b) => b.min - a.min);
  const cases = fromHighest.map(({ min }, position) => {
    const bits = fromHighest.slice(position).reduce((sum, { bit }) => sum + bit, 0);
    return sql`when ${hasMin(min)} then ${sql.lit(bits)}`;
  });
  return sql<number>`case ${sql.join(cases, sql` `)} else 0 end`;
}

/** Products that have the same brand, or the same list of concerns, or the same `flags`; the other two are null. */
type FacetGroup = {
  brand_id: number | null;
  concern_ids: number[] | null;
  flags: number | null;
  count: number;
  price_min: number;
  price_max: number;
};

/** Counts the products that match a filter with all its choices. The database reads each row once. */
async function countProducts(db: Db, filter: ListingFilter, unshippable: SqlCondition | null): Promise<Facets> {
  const bits = [
    setBit(sql`l.is_in_stock`, flagBits.inStock),
    ...(unshippable ? [setBit(unshippable, flagBits.unshippable)] : []),
    setStepBits(ratingSteps, hasMinRating, flagBits.rating),
    setStepBits(discountSteps, (min) => hasMinDiscount(min, filter.now), flagBits.discount),
  ];
  const { rows } = await sql<FacetGroup>`${NOT_PREPARED}
    select brand_id, concern_ids, flags, count(*), min(price) as price_min, max(price) as price_max
    from (select l.brand_id, l.concern_ids, ${sql.join(bits, sql` + `)} as flags, ${priceAt(filter.now)} as price
      from product_listing l where ${buildCondition(filter, unshippable)}) l
    group by grouping sets ((brand_id), (concern_ids), (flags))`.execute(db);
  return calculateFacets(rows, filter);
}

function calculateFacets(groups: readonly FacetGroup[], { shipping }: ListingFilter): Facets {
  const brands = new Map<number, number>();
  const concerns = new Map<number, number>();
  const flagged: FacetGroup[] = [];
  for (const group of groups) {
    if (group.brand_id !== null) brands.set(group.brand_id, group.count);
    for (const id of group.concern_ids ?? []) concerns.set(id, (concerns.get(id) ?? 0) + group.count);
    if (group.flags !== null) flagged.push(group);
  }
  const sum = (counted: readonly FacetGroup[]) => counted.reduce((total, { count }) => total + count, 0);
  const countFlag = (bit: number) => sum(flagged.filter(({ flags }) => ((flags ?? 0) & bit) !== 0));
  return {
    total: sum(flagged),
    brands,
    concerns,
    priceMin: flagged.length === 0 ? null : Math.min(...flagged.map(({ price_min }) => price_min)),
    priceMax: flagged.length === 0 ? null : Math.max(...flagged.map(({ price_max }) => price_max)),
    inStock: countFlag(flagBits.inStock),
    ratings: ratingSteps.map((min, n) => ({ min, count: countFlag(flagBits.rating(n)) })),
    discounts: discountSteps.map((min, n) => ({ min, count: countFlag(flagBits.discount(n)) })),
    notShippable: shipping ? countFlag(flagBits.unshippable) : null,
  };
}

/** The database counts smaller lists quickly; the counts of larger ones are kept for a minute. */
const MIN_CACHED_PRODUCTS = 20_000;
export const MAX_COUNT_AGE_MS = 60_000;
const MAX_ENTRIES = 500;

/** The counts of large lists by filter. The pages of these lists are always read from the database. */
export class FacetCache {
  readonly #entries = new Map<string, { facets: Facets; countedAt: number }>();
  readonly #searches = new WeakMap<readonly number[], number>();
  #lastSearch = 0;

  /** Returns the counts of the products that match a filter with all its choices, if they were counted within the last minute. */
  get(filter: ListingFilter): Facets | undefined {
    const key = this.#getKey(filter);
    const entry = key === null ? undefined : this.#entries.get(key);
    return entry && performance.now() - entry.countedAt < MAX_COUNT_AGE_MS ? entry.facets : undefined;
  }

  /** Keeps the counts of a list, if it is large. */
  set(filter: ListingFilter, facets: Facets): void {
    const key = this.#getKey(filter);
    if (key === null || facets.total < MIN_CACHED_PRODUCTS) return;
    // Deleted and inserted again, so that the entries are ordered by their age.
    this.#entries.delete(key);
    this.#entries.set(key, { facets, countedAt: performance.now() });
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > MAX_ENTRIES) this.#entries.delete(oldest);
  }

  /** Returns what the counts of a list depend on; null for lists that are rarely requested twice. */
  #getKey({ now: _now, newSince: _newSince, shipping, matches, ...filter }: ListingFilter): string | null {
    if (filter.excludedProductIds || filter.containingProductIds) return null;
    if (matches && "names" in matches.found && matches.found.without?.ids.size) return null;
    return JSON.stringify({
      ...filter,
      country: shipping?.country,
      search: matches && this.#getSearchKey(matches.found),
    });
  }

  /** Searches that found the same have the same list of ids, as long as its hits are cached. */
  #getSearchKey(found: FoundProducts): number | string {
    if ("names" in found) {
      const groups = found.groups && Object.values(found.groups).map((groupIds) => [...groupIds]);
      return JSON.stringify([found.names, groups, found.without?.names]);
    }
    const { ids } = found;
    const search = this.#searches.get(ids) ?? ++this.#lastSearch;
    this.#searches.set(ids, search);
    return search;
  }
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
