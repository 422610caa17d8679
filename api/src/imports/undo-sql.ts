import { sql } from "kysely";
import type { Tx } from "../platform/db/database.ts";
import type { ChangeRow } from "./sql.ts";

/** Lists what an import has applied, in the order of lines and kinds. @param after the last row of the batch before */
export async function listIncludedChanges(
  tx: Tx,
  importId: number,
  after: { line: number; kind: string },
  limit: number,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select line, kind, product_id, option_id, reference, name, values, effects, is_outlier, problem, is_included
    from import_changes
    where import_id = ${importId} and is_included and kind <> 'unreadable' and (line, kind) > (${after.line}, ${after.kind})
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
