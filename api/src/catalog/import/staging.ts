import { sql } from "kysely";
import { lockImports } from "../../platform/data-files/import-data-file.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { disableStatementTimeout } from "../../platform/db/statement-timeout.ts";
import type { ImportRow } from "./import-rows.ts";

/**
 * Creates the staging table, which exists until the transaction ends. Concurrent imports wait for each other.
 * @param options.writes false for a transaction that only compares, which waits for nobody
 */
export async function createStagingTable(db: Tx, { writes = true } = {}): Promise<void> {
  await (writes ? lockImports(db) : disableStatementTimeout(db));
  await sql`create temporary table import_rows (
    line integer primary key, reference text not null, is_new boolean not null, is_first boolean not null,
    option_id integer not null, product jsonb not null, variant jsonb not null, images text[]) on commit drop`.execute(
    db,
  );
}

export async function stageRows(db: Tx, rows: readonly ImportRow[]): Promise<void> {
  await sql`
    insert into pg_temp.import_rows select * from jsonb_populate_recordset(null::pg_temp.import_rows, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}

/**
 * Empties the staging table. Outside a savepoint nothing remains of its rows, which otherwise every statement would read
 * until the transaction ends.
 */
export async function emptyStagingTable(db: Tx): Promise<void> {
  await sql`truncate pg_temp.import_rows`.execute(db);
}

/** Leaves the status of existing drafts out of the staged lines: a person publishes them. */
export async function keepStagedDrafts(db: Tx): Promise<void> {
  await sql`
    update pg_temp.import_rows s set product = s.product - 'status' from products p
    where p.reference = s.reference and p.status = 'draft' and s.product ? 'status'`.execute(db);
}

/** Makes the pieces of the staged lines an addition to the stock. */
export async function addStagedStock(db: Tx): Promise<void> {
  await sql`
    update pg_temp.import_rows s
    set variant = s.variant || jsonb_build_object('stock', (s.variant ->> 'stock')::integer + v.stock)
    from products p join product_variants v on v.product_id = p.id
    where p.reference = s.reference and v.option_id = s.option_id and s.variant ? 'stock'`.execute(db);
}

/** Deletes staged lines. */
export async function deleteStagedLines(db: Tx, lines: readonly number[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`delete from pg_temp.import_rows where line = any(${[...lines]}::integer[])`.execute(db);
}

/** Deletes the staged options of new products whose first line, which has the product, is not staged. @returns them */
export async function deleteOptionsWithoutProduct(db: Tx): Promise<{ line: number; reference: string }[]> {
  const { rows } = await sql<{ line: number; reference: string }>`
    delete from pg_temp.import_rows s where s.is_new and not exists (
      select from pg_temp.import_rows f where f.reference = s.reference and f.is_first)
    returning line, reference`.execute(db);
  return rows;
}

/** By what a line finds a product, and the options that it has. */
export type CatalogKey = Readonly<{ reference: string; barcode: string | null; option_ids: number[] }>;

/** Lists the keys of the products with certain references or barcodes. */
export async function listCatalogKeys(
  db: Db,
  { references, barcodes }: { references: readonly string[]; barcodes: readonly string[] },
): Promise<CatalogKey[]> {
  const { rows } = await sql<CatalogKey>`
    select p.reference, p.barcode, array(select option_id from product_variants where product_id = p.id) as option_ids
    from products p
    where p.reference = any(${[...references]}::text[]) or p.barcode = any(${[...barcodes]}::text[])`.execute(db);
  return rows;
}

/**
 * Locks the variants of the staged lines, in the order in which orders lock them. Carts may refer to them meanwhile.
 */
export async function lockStagedVariants(db: Tx): Promise<void> {
  await sql`
    select count(*) from (
      select from product_variants v join products p on p.id = v.product_id
      where (p.reference, v.option_id) in (select reference, option_id from pg_temp.import_rows)
      order by v.product_id, v.option_id for no key update of v) locked`.execute(db);
  await sql`
    select count(*) from (
      select from products p where p.reference in (select reference from pg_temp.import_rows)
      order by p.id for no key update) locked`.execute(db);
}
