import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";
import type { ChangeRow } from "./sql.ts";

/** Locks the variants that an import has changed, all at once in the order in which orders lock them. */
export async function lockImportedVariants(tx: Tx, importId: number): Promise<void> {
  const imported = sql`import_changes where import_id = ${importId} and is_included and kind <> 'unreadable'`;
  await sql`
    select count(*) from (
      select from product_variants v
      where (v.product_id, v.option_id) in (select product_id, option_id from ${imported})
      order by v.product_id, v.option_id for no key update) locked`.execute(tx);
  await sql`
    select count(*) from (
      select from products p where p.id in (select product_id from ${imported})
      order by p.id for no key update) locked`.execute(tx);
}

/** Lists the ids of the products that an import has created. */
export async function listCreatedProductIds(tx: Tx, importId: number): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`
    select distinct product_id from import_changes
    where import_id = ${importId} and is_included and kind = 'new' and product_id is not null`.execute(tx);
  return rows.map(({ product_id }) => product_id);
}

/** Returns the paths of those categories that exist, by id. */
export async function listCategoryPaths(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom("categories").select(["id", "path"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, path }) => [id, path]));
}

/** Returns which products have slugs or barcodes, by `COLUMN VALUE`. */
export async function listOwners(
  tx: Tx,
  { slugs, barcodes }: { slugs: readonly string[]; barcodes: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; id: number }>`
    select 'slug ' || slug as key, id from products where slug = any(${[...slugs]}::text[])
    union all
    select 'barcode ' || barcode, id from products where barcode = any(${[...barcodes]}::text[])`.execute(tx);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Lists what an import has changed of products that existed, in the order of lines and kinds. @param after the last row of the batch before */
export async function listIncludedChanges(
  tx: Tx,
  importId: number,
  after: { line: number; kind: string },
  limit: number,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select line, kind, product_id, option_id, reference, name, values, effects, is_outlier, problem, is_included
    from import_changes
    where import_id = ${importId} and is_included and kind not in ('unreadable', 'new')
      and product_id is not null and (line, kind) > (${after.line}, ${after.kind})
    order by line, kind limit ${limit}`.execute(tx);
  return rows;
}

/** The present values of a variant and its product, by the names that changes have. */
export type CurrentRecord = Readonly<{ values: Readonly<Record<string, unknown>> }>;

/** Returns the present values of the staged variants, by `OPTION REFERENCE`. */
export async function listCurrentRecords(tx: Tx): Promise<ReadonlyMap<string, CurrentRecord>> {
  const { rows } = await sql<{ key: string; values: Record<string, unknown> }>`
    select distinct on (key) s.option_id || ' ' || s.reference as key,
      to_jsonb(p) || jsonb_build_object('images', array(select m.key from product_images i join media m on m.id = i.media_id
        where i.product_id = p.id order by i.position))
      || coalesce((select jsonb_object_agg('variant.' || key, value) from jsonb_each(to_jsonb(v))), '{}') as values
    from pg_temp.import_rows s join products p on p.reference = s.reference
    left join product_variants v on v.product_id = p.id and v.option_id = s.option_id`.execute(tx);
  return new Map(rows.map(({ key, values }) => [key, { values }]));
}

/** Empties the staging table. */
export async function clearStagedValues(tx: Tx): Promise<void> {
  await sql`delete from pg_temp.import_rows`.execute(tx);
}
