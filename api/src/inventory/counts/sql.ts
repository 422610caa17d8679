import { type RawBuilder, sql } from "kysely";
import { lockStockForQuery, type StockItem } from "../../catalog/products/stock.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { committedPieces } from "../committed-pieces.ts";
import type { NewStockCount, StockCountStatus } from "./admin-schema.ts";

/** Variants that are on shelves: of a product with options, those and not the product itself. */
const isOnShelves = sql`(not p.has_options or v.option_id <> 0)`;

/** All pieces of the variant v that should be on the shelf. */
const onHand = sql<number>`(v.stock + ${committedPieces("v")})`;

/** Inserts a count. @returns its id */
export async function insertStockCount(
  tx: Tx,
  count: NewStockCount & { created_by: number | null; created_at: Date },
): Promise<number> {
  const { id } = await tx.insertInto("stock_counts").values(count).returning("id").executeTakeFirstOrThrow();
  return id;
}

/**
 * Lists the variants of a category, with those below it, and of a brand in a count: those that can be sold, and all of
 * which there are pieces.
 * @param limit at most so many are listed
 * @returns how many were listed
 */
export async function insertLines(
  tx: Tx,
  id: number,
  { category_id, brand_id, limit }: Pick<NewStockCount, "category_id" | "brand_id"> & { limit: number },
): Promise<number> {
  const conditions: RawBuilder<unknown>[] = [];
  if (category_id !== null)
    conditions.push(
      sql`p.category_id in (select c.id from categories c where c.path @> array[${category_id}::integer])`,
    );
  if (brand_id !== null) conditions.push(sql`p.brand_id = ${brand_id}`);
  const { numAffectedRows } = await sql`
    insert into stock_count_lines (count_id, product_id, option_id)
    select ${id}, v.product_id, v.option_id from product_variants v join products p on p.id = v.product_id
    where ${isOnShelves} and ${sql.join(conditions, sql` and `)}
      and (p.status in ('active', 'hidden') or v.stock > 0 or ${committedPieces("v")} > 0)
    limit ${limit}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Returns whether a category and a brand exist; true for null. */
export async function findArea(
  tx: Tx,
  { category_id, brand_id }: Pick<NewStockCount, "category_id" | "brand_id">,
): Promise<{ has_category: boolean; has_brand: boolean }> {
  const { rows } = await sql<{ has_category: boolean; has_brand: boolean }>`
    select ${category_id}::integer is null or exists (select from categories where id = ${category_id}) as has_category,
      ${brand_id}::integer is null or exists (select from brands where id = ${brand_id}) as has_brand`.execute(tx);
  return rows[0] ?? { has_category: false, has_brand: false };
}

/** A count while it is changed. */
export type LockedStockCount = { id: number; name: string; status: StockCountStatus };

/** Locks a count until the end of the transaction. */
export async function lockStockCount(tx: Tx, id: number): Promise<LockedStockCount | undefined> {
  return tx
    .selectFrom("stock_counts")
    .select(["id", "name", sql<StockCountStatus>`status`.as("status")])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets the status of a count. */
export async function updateStatus(
  tx: Tx,
  id: number,
  fields: { status: StockCountStatus; closed_at: Date | null; closed_by: number | null },
): Promise<void> {
  await tx.updateTable("stock_counts").set(fields).where("id", "=", id).execute();
}

/** A variant, and how many pieces of it were counted; null if none were yet. */
export type CountedVariantRow = {
  product_id: number;
  option_id: number;
  counted: number | null;
  counted_by: string | null;
};

/** Returns the line of a variant; undefined if the count does not list it. */
export async function findLine(
  tx: Tx,
  id: number,
  { product_id, option_id }: Pick<CountedVariantRow, "product_id" | "option_id">,
): Promise<CountedVariantRow | undefined> {
  const { rows } = await sql<CountedVariantRow>`
    select l.product_id, l.option_id, l.counted, s.name as counted_by
    from stock_count_lines l left join staff s on s.id = l.counted_by
    where l.count_id = ${id} and l.product_id = ${product_id} and l.option_id = ${option_id}`.execute(tx);
  return rows[0];
}

/** How many pieces of a variant are on the shelf, and who has counted them. Null takes the count back. */
export type CountEntry = Readonly<{
  product_id: number;
  option_id: number;
  counted: number | null;
  /** Whether all pieces were counted now, and not one more than before. */
  isWhole: boolean;
  staffId: number | null;
  now: Date;
}>;

/**
 * Stores how many pieces of a variant are on the shelf, beside how many there should be now; of pieces that are counted
 * one by one, beside how many there should have been when the first one was counted. Adds the line if the count does not
 * list the variant.
 * @returns false if there is no such variant
 */
export async function saveCounted(
  tx: Tx,
  id: number,
  { product_id, option_id, counted, isWhole, staffId, now }: CountEntry,
): Promise<boolean> {
  const lastMovement = sql`coalesce((select max(m.id) from stock_movements m
    where m.product_id = v.product_id and m.option_id = v.option_id), 0)`;
  const keepFirst = (column: "expected" | "movement_id") => {
    const [added, stored] = [sql.ref(`excluded.${column}`), sql.ref(`l.${column}`)];
    return isWhole ? added : sql`coalesce(${stored}, ${added})`;
  };
  const { numAffectedRows } = await sql`
    insert into stock_count_lines as l (count_id, product_id, option_id, is_extra, counted, expected, movement_id,
      counted_by, counted_at)
    select ${id}, v.product_id, v.option_id, true, entry.counted,
      case when entry.counted is not null then ${onHand} end,
      case when entry.counted is not null then ${lastMovement} end,
      case when entry.counted is not null then ${staffId}::integer end,
      case when entry.counted is not null then ${now}::timestamptz end
    from product_variants v, (select ${counted}::integer as counted) entry
    where v.product_id = ${product_id} and v.option_id = ${option_id}
    on conflict (count_id, product_id, option_id) do update
    set counted = excluded.counted, expected = ${keepFirst("expected")}, movement_id = ${keepFirst("movement_id")},
      counted_by = excluded.counted_by, counted_at = excluded.counted_at`.execute(tx);
  return Number(numAffectedRows) > 0;
}

/** Records a scan. @returns false if it was recorded before */
export async function insertScan(
  tx: Tx,
  scan: { scan_id: string; count_id: number; product_id: number; option_id: number; scanned_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("stock_count_scans")
    .values(scan)
    .onConflict((conflict) => conflict.column("scan_id").doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) > 0;
}

/** Deletes the scans of counts that were closed before a moment. @returns the number of deleted rows, at most `limit` */
export async function deleteScansOfCountsClosedBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from stock_count_scans where scan_id in (
      select s.scan_id from stock_count_scans s join stock_counts c on c.id = s.count_id
      where c.closed_at < ${before} limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export type ScannedVariantRow = { product_id: number; option_id: number; name: string; option_name: string };

/** Finds the variants with a barcode or reference; scanners send a UPC-A code with or without its leading zero. */
export async function findVariantsByCode(
  tx: Tx,
  code: string,
  nameColumn: "name_ru" | "name_en",
): Promise<ScannedVariantRow[]> {
  const barcode = code.replace(/^0+/, "");
  const name = sql.ref(nameColumn);
  const { rows } = await sql<ScannedVariantRow>`
    select v.product_id, v.option_id, p.${name} as name, v.${name} as option_name
    from products p join product_variants v on v.product_id = p.id
    where ${isOnShelves} and (p.barcode = any(${[code, barcode, `0${barcode}`, `00${barcode}`]}::text[])
      or normalize_product_code(p.reference) = normalize_product_code(${code}))
    order by v.product_id, v.position, v.option_id limit 50`.execute(tx);
  return rows;
}

/** Locks the variants of which other pieces were found than expected. */
export async function lockDifferences(tx: Tx, id: number): Promise<void> {
  await lockStockForQuery(
    tx,
    sql`select l.product_id, l.option_id from stock_count_lines l where l.count_id = ${id} and l.counted <> l.expected`,
  );
}

/**
 * Returns by how many pieces the stock of locked variants differs from what was counted, without what has corrected it
 * since: another count, an import, or an undo. Deleted variants are left out.
 */
export async function listDifferences(tx: Tx, id: number): Promise<StockItem[]> {
  const { rows } = await sql<StockItem>`
    select * from (
      select l.product_id as "productId", l.option_id as "optionId", l.counted - l.expected - coalesce((
        select sum(m.quantity) from stock_movements m
        where m.product_id = l.product_id and m.option_id = l.option_id and m.id > l.movement_id
          and m.kind in ('count', 'import', 'correction') and m.order_id is null), 0)::integer as qty
      from stock_count_lines l join product_variants v using (product_id, option_id)
      where l.count_id = ${id} and l.counted <> l.expected
    ) difference where qty <> 0`.execute(tx);
  return rows;
}

/** Returns what takes back the movements of a count. Deleted variants are left out. */
export async function listReverseMovements(tx: Tx, id: number): Promise<StockItem[]> {
  const { rows } = await sql<StockItem>`
    select m.product_id as "productId", m.option_id as "optionId", -sum(m.quantity)::integer as qty
    from stock_movements m join product_variants v using (product_id, option_id)
    where m.stock_count_id = ${id} group by 1, 2 having sum(m.quantity) <> 0`.execute(tx);
  return rows;
}

/** A variant of which more pieces would be taken than can be sold. */
export type ShortVariantRow = {
  product_id: number;
  option_id: number;
  name: string;
  option_name: string;
  available: number;
  quantity: number;
};

/** Returns the variants whose stock would fall below zero. The rows must be locked before. */
export async function listShortVariants(
  db: Db,
  items: readonly StockItem[],
  nameColumn: "name_ru" | "name_en",
): Promise<ShortVariantRow[]> {
  const name = sql.ref(nameColumn);
  const { rows } = await sql<ShortVariantRow>`
    select v.product_id, v.option_id, p.${name} as name, v.${name} as option_name, v.stock as available,
      item.qty as quantity
    from unnest(${items.map(({ productId }) => productId)}::integer[],
      ${items.map(({ optionId }) => optionId)}::integer[], ${items.map(({ qty }) => qty)}::integer[])
      item(product_id, option_id, qty)
    join product_variants v using (product_id, option_id) join products p on p.id = v.product_id
    where v.stock + item.qty < 0 order by p.${name}, v.position`.execute(db);
  return rows;
}
