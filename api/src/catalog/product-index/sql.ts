import { type RawBuilder, sql } from "kysely";
import { type Db, isOlderSnapshot, serverRun, withTransaction } from "../../platform/db/database.ts";
import type { ShippableGoods } from "../../platform/shipping-terms.ts";
import { disableStatementTimeout } from "../../platform/db/statement-timeout.ts";

/** The fields of an active product that filters, facets and sorting use. Prices in kopecks, times in epoch ms. */
export type IndexedProduct = Readonly<{
  id: number;
  category_id: number;
  brand_id: number;
  series_id: number | null;
  concern_ids: readonly number[];
  tag_ids: readonly number[];
  price_minor: number;
  old_price_minor: number | null;
  sale_ends_ms: number | null;
  discount_percent: number;
  stock: number;
  published_ms: number;
  units_sold: number;
  rating_sum: number;
  reviews_count: number;
  shipping: ShippableGoods;
}>;

/** An indexed product as the database returns it. */
export type IndexRow = Omit<IndexedProduct, "shipping"> & ShippableGoods;

/**
 * The state of the database that the index reflects: a snapshot, the run of the server that took it, and the number of product
 * deletions until then.
 */
export type IndexState = { snapshot: string; server: string; deletions: number };

/** A changed product; `product` is null if it is not active. */
export type ChangedProduct = { id: number; product: IndexRow | null };

/** The changes since a state, the new state, and the result of a query that saw the same snapshot. */
export type Changes<T> = { state: IndexState; changes: ChangedProduct[]; result: T };

const BATCH_SIZE = 5000;

const indexColumns = sql`p.id, p.category_id, p.brand_id, p.series_id, p.concern_ids, p.tag_ids, p.price_minor,
  p.old_price_minor, (extract(epoch from p.sale_ends_at) * 1000)::float8 as sale_ends_ms, p.discount_percent, p.stock,
  (extract(epoch from p.published_at) * 1000)::float8 as published_ms, p.units_sold, p.rating_sum, p.reviews_count,
  p.hazard, p.hs_code, p.weight_g, p.size_mm`;

const stateColumns = sql`pg_current_snapshot()::text as snapshot, ${serverRun} as server, (select count from product_deletions) as deletions`;

/**
 * Reads all active products in batches, so that other requests are answered meanwhile. The snapshot is taken before:
 * changes made meanwhile are read by the next refresh. Sorted by category, because products loaded together stay close
 * in memory and category listings read them together.
 * @param addProducts receives each batch
 */
export async function readAllProducts(
  db: Db,
  addProducts: (products: readonly IndexRow[]) => void,
): Promise<IndexState> {
  return withTransaction(db, async (tx) => {
    await disableStatementTimeout(tx);
    const { rows } = await sql<IndexState>`select ${stateColumns}`.execute(tx);
    const [state] = rows;
    if (!state) throw new Error("the database returned no snapshot");
    // All rows are fetched; by default the planner prefers a plan that returns the first rows of a cursor early.
    await sql`set local cursor_tuple_fraction = 1`.execute(tx);
    await sql`
      declare active_products no scroll cursor for
      select ${indexColumns} from products p where p.status = 'active' order by p.category_id, p.id`.execute(tx);
    const fetchBatch = sql<IndexRow>`fetch ${sql.lit(BATCH_SIZE)} from active_products`;
    for (let batch = await fetchBatch.execute(tx); batch.rows.length > 0; batch = await fetchBatch.execute(tx))
      addProducts(batch.rows);
    return state;
  });
}

/**
 * Selects the products changed since a snapshot. `products.updated_xid` is the id of the transaction that changed a row.
 * Ids newer than the current snapshot come from a restored dump of another database and are ignored.
 */
const fromChangedSince = ({ snapshot }: IndexState) => sql`from products p
  where p.updated_xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and p.updated_xid < pg_snapshot_xmax(pg_current_snapshot())
    and not pg_visible_in_snapshot(p.updated_xid, ${snapshot}::pg_snapshot)`;

/** Returns products changed since a state, at most `limit`, and the result of a query run in the same statement. */
export async function findChangesSince<T>(
  db: Db,
  since: IndexState,
  limit: number | null,
  query: RawBuilder<T>,
): Promise<Changes<T>> {
  const { rows } = await sql<IndexState & { changes: ChangedProduct[]; result: T }>`
    select ${stateColumns}, (${query}) as result, coalesce((
      select json_agg(json_build_object('id', w.id, 'product', case when w.status = 'active' then to_json(w) end)) from (
        select p.status, ${indexColumns} ${fromChangedSince(since)} limit ${sql.lit(limit)}) w), '[]') as changes`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error("the database returned no snapshot");
  const { changes, result, ...state } = row;
  return { state, changes, result };
}

/** Returns the number of products changed since a state, at most `max`. */
export async function countChangesSince(db: Db, since: IndexState, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select ${fromChangedSince(since)} limit ${sql.lit(max)}) changed`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Selects the ids of all active products as one value. */
export const selectActiveIds = sql<
  number[]
>`select array_to_json(array(select id from products where status = 'active'))`;

/** Whether one state sees less than another, or cannot be compared with it. */
export function isOlder(one: IndexState, other: IndexState): boolean {
  return one.server !== other.server || isOlderSnapshot(one.snapshot, other.snapshot);
}
