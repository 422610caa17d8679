import { renewPosition, type RootDb } from "../../platform/db/database.ts";
import { sql, type RawBuilder } from "kysely";
import {
  countListedProducts,
  createListingTableIndex,
  findNextChangeInTable,
  isListingTableFilled,
  MAX_COUNT_AGE_MS,
} from "./listing-table.ts";
import { dropReplica, getMemoryIndex, getReplica, queryWithIndexedProducts } from "./memory-index.ts";
import type { ProductIndex } from "./product-index.ts";

// The only file of this folder that others import: docs/decisions/0051-rebuild-the-product-index-in-the-background.md
export type {
  Facets,
  FoundProducts,
  ListingFilter,
  ProductGroupIds,
  ProductIndex,
  RankCondition,
  SearchMatches,
} from "./product-index.ts";

/** Builds a query for one value; it may depend on the index as it was before the query. */
type IndexQuery<T> = (previous: ProductIndex) => RawBuilder<T>;

const tableIndexes = new WeakMap<RootDb, ProductIndex>();

/**
 * Returns the index of active products. It contains everything that was committed before, unless a bulk change has just
 * made it necessary to rebuild it in memory: then it is the index as it was before that change.
 */
export async function getProductIndex(db: RootDb): Promise<ProductIndex> {
  return (await getTableIndex(db)) ?? (await queryMemoryIndex(db, () => sql`null`)).products;
}

/** Like `getProductIndex`, and runs a query; with products in memory both see the same snapshot. */
export async function queryWithProductIndex<T>(
  db: RootDb,
  query: IndexQuery<T>,
): Promise<{ products: ProductIndex; result: T }> {
  const products = await getTableIndex(db);
  if (!products) return queryMemoryIndex(db, query);
  const { rows } = await sql<{ result: T }>`select (${query(products)}) as result`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database returned no result");
  return { products, result: row.result };
}

async function queryMemoryIndex<T>(db: RootDb, query: IndexQuery<T>): Promise<{ products: ProductIndex; result: T }> {
  const { products, result } = await queryWithIndexedProducts(db, (previous) => query(getMemoryIndex(previous)));
  // What is read of these products next, possibly from a replica, must not be older than the index.
  renewPosition(db);
  return { products: getMemoryIndex(products), result };
}

/** Returns the index over the table, if the store keeps its listing there. */
async function getTableIndex(db: RootDb): Promise<ProductIndex | null> {
  if (!(await isListingTableFilled(db))) {
    tableIndexes.delete(db);
    return null;
  }
  const existing = tableIndexes.get(db);
  if (existing) return existing;
  dropReplica(db);
  const index = createListingTableIndex(db);
  tableIndexes.set(db, index);
  return index;
}

/**
 * Returns until when the counts of a list may be kept, in ms since 1970: the database counts large lists once a minute. Null
 * with products in memory, whose counts change with what is tagged.
 */
export const getCountsExpiry = async (db: RootDb, now: Date): Promise<number | null> =>
  (await isListingTableFilled(db)) ? now.getTime() + MAX_COUNT_AGE_MS : null;

/**
 * Returns when products change by time next, in ms since 1970: a sale ends, or a product is no longer new; `Infinity` if
 * none does. Returns null while the index is being rebuilt, so that lists of products may be outdated.
 * @param newDays how many days a product is new
 */
export async function findNextChangeByTime(db: RootDb, now: Date, newDays: number): Promise<number | null> {
  // Applies the changes that were committed before: a product may have a sale that ends soon.
  await getProductIndex(db);
  if (await isListingTableFilled(db)) return findNextChangeInTable(db, now, newDays);
  const replica = await getReplica(db);
  return replica.mayBeOutdated ? null : replica.findNextChangeByTime(now, newDays);
}

/**
 * The index: its size, whether the database has it, and if this process has it, how long ago it was compared with the
 * database, in ms.
 */
type ProductIndexState = { products: number; isInDatabase: boolean; ageMs: number; isRebuilding: boolean };

/** Describes the index that this process uses. */
export async function describeProductIndex(db: RootDb): Promise<ProductIndexState> {
  if (await isListingTableFilled(db))
    return { products: await countListedProducts(db), isInDatabase: true, ageMs: 0, isRebuilding: false };
  return { ...(await getReplica(db)).describe(), isInDatabase: false };
}
