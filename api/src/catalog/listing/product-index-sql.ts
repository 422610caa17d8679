import { type RawBuilder, sql } from "kysely";
import { type Db, withTransaction } from "../../platform/db/database.ts";
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
}>;

/** The state of the database that the index reflects: a snapshot, and the number of product deletions until then. */
export type IndexState = { snapshot: string; deletions: number };

/** A changed product; `product` is null if it is not active. */
export type ChangedProduct = { id: number; product: IndexedProduct | null };

const indexColumns = sql`p.id, p.category_id, p.brand_id, p.series_id, p.concern_ids, p.tag_ids, p.price_minor,
  p.old_price_minor, (extract(epoch from p.sale_ends_at) * 1000)::float8 as sale_ends_ms, p.discount_percent, p.stock,
  (extract(epoch from p.published_at) * 1000)::float8 as published_ms, p.units_sold, p.rating_sum, p.reviews_count`;

const stateColumns = sql`pg_current_snapshot()::text as snapshot, (select count from product_deletions) as deletions`;

/**
 * Loads all active products and a snapshot taken before, so that changes made meanwhile are applied by the next
 * refresh. Sorted by category, because products loaded together stay close in memory and category listings read them
 * together.
 */
export async function loadProductIndex(db: Db): Promise<{ state: IndexState; products: IndexedProduct[] }> {
  return withTransaction(db, async (tx) => {
    await disableStatementTimeout(tx);
    const { rows } = await sql<IndexState>`select ${stateColumns}`.execute(tx);
    const [state] = rows;
    if (!state) throw new Error("the database returned no snapshot");
    const products = await sql<IndexedProduct>`
      select ${indexColumns} from products p where p.status = 'active' order by p.category_id, p.id`.execute(tx);
    return { state, products: products.rows };
  });
}

/**
 * Returns at most `limit` products changed since a snapshot, and the result of a query run in the same statement.
 * `products.updated_xid` is the id of the transaction that changed a row. Ids newer than the current snapshot come from
 * a restored dump of another database and are ignored.
 */
export async function findChangesSince<T>(
  db: Db,
  { snapshot }: IndexState,
  limit: number,
  query: RawBuilder<T>,
): Promise<{ state: IndexState; changes: ChangedProduct[]; result: T }> {
  const { rows } = await sql<IndexState & { changes: ChangedProduct[]; result: T }>`
    select ${stateColumns}, (${query}) as result, coalesce((
      select json_agg(json_build_object('id', w.id, 'product', case when w.status = 'active' then to_json(w) end)) from (
        select p.status, ${indexColumns} from products p
        where p.updated_xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and p.updated_xid < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(p.updated_xid, ${snapshot}::pg_snapshot)
        limit ${sql.lit(limit)}) w), '[]') as changes`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database returned no snapshot");
  const { changes, result, ...state } = row;
  return { state, changes, result };
}

/** Returns the ids of products that contain any of these ingredients. */
export async function findProductIdsContaining(db: Db, slugs: readonly string[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_to_json(array(select distinct i.product_id from product_ingredients i where i.slug = any(${slugs}))) as ids`.execute(
    db,
  );
  return new Set(rows[0]?.ids);
}
