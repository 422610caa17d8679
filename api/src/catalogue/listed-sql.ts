import { type RawBuilder, sql } from "kysely";
import { type Db, unhurried, withTransaction } from "../platform/db.ts";

/** What listings, their facets and orders look at of a product on sale. Prices in kopecks, moments in ms. */
export type Listed = Readonly<{
  id: number;
  category_id: number;
  manufacturer_id: number;
  series_id: number | null;
  usage_ids: readonly number[];
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

/** What has been read of the database so far: its snapshot, and how often products had been deleted by then. */
export type Seen = { snapshot: string; deletions: number };

/** A product as it was written; `listed` is null where it is not on sale. */
export type Written = { id: number; listed: Listed | null };

const listedColumns = sql`p.id, p.category_id, p.manufacturer_id, p.series_id, p.usage_ids, p.tag_ids, p.price_minor,
  p.old_price_minor, (extract(epoch from p.sale_ends_at) * 1000)::float8 as sale_ends_ms, p.discount_percent, p.stock,
  (extract(epoch from p.published_at) * 1000)::float8 as published_ms, p.units_sold, p.rating_sum, p.reviews_count`;

const seenColumns = sql`pg_current_snapshot()::text as snapshot, (select count from product_deletions) as deletions`;

/**
 * Every product on sale, and a snapshot from before they were read: what is written meanwhile is looked at again. Those of a
 * category follow one another, and so they do in memory, which lists of categories are read from.
 */
export async function allListed(db: Db): Promise<{ seen: Seen; products: Listed[] }> {
  return withTransaction(db, async (tx) => {
    await unhurried(tx);
    const { rows } = await sql<Seen>`select ${seenColumns}`.execute(tx);
    const [seen] = rows;
    if (!seen) throw new Error("the database told no snapshot");
    const products = await sql<Listed>`
      select ${listedColumns} from products p where p.status = 'active' order by p.category_id, p.id`.execute(tx);
    return { seen, products: products.rows };
  });
}

/**
 * The products that were written since, at most so many, and the answer to a question that is asked at the same moment. A
 * mark from after the snapshot of now was brought along from another database, and tells nothing.
 */
export async function writtenSince<T>(
  db: Db,
  { snapshot }: Seen,
  most: number,
  question: RawBuilder<T>,
): Promise<{ seen: Seen; written: Written[]; answer: T }> {
  const { rows } = await sql<Seen & { written: Written[]; answer: T }>`
    select ${seenColumns}, (${question}) as answer, coalesce((
      select json_agg(json_build_object('id', w.id, 'listed', case when w.status = 'active' then to_json(w) end)) from (
        select p.status, ${listedColumns} from products p
        where p.written_in >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and p.written_in < pg_snapshot_xmax(pg_current_snapshot())
          and not pg_visible_in_snapshot(p.written_in, ${snapshot}::pg_snapshot)
        limit ${sql.lit(most)}) w), '[]') as written`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database told no snapshot");
  const { written, answer, ...seen } = row;
  return { seen, written, answer };
}

/** Products that have something of these names in them. */
export async function productsContaining(db: Db, slugs: readonly string[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ ids: number[] }>`
    select array_to_json(array(select distinct i.product_id from product_ingredients i where i.slug = any(${slugs}))) as ids`.execute(
    db,
  );
  return new Set(rows[0]?.ids);
}
