import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { toDecimalSql, toMinorUnitsSql } from "./rule-sql.ts";

/** An export limit as it appears in the data file. The limit is a decimal in its currency. */
export type ExportLimitFileRow = {
  country: string;
  hs_prefix: string;
  valid_from: string;
  valid_to: string | null;
  limit: string;
  currency: string;
  source: string;
  checked_at: string;
};

export async function listExportLimitFileRows(db: Db): Promise<ExportLimitFileRow[]> {
  const { rows } = await sql<ExportLimitFileRow>`
    select e.country, e.hs_prefix, e.valid_from, e.valid_to, ${toDecimalSql("e.limit_minor", "c")} as "limit", e.currency,
      e.source, e.checked_at
    from export_limits e join currencies c on c.code = e.currency
    order by e.country, e.hs_prefix, e.valid_from`.execute(db);
  return rows;
}

function toLimitColumns({ limit, ...row }: ExportLimitFileRow) {
  return { ...row, limit_minor: toMinorUnitsSql(limit, row.currency) };
}

export async function insertExportLimit(db: Tx, row: ExportLimitFileRow): Promise<void> {
  await db.insertInto("export_limits").values(toLimitColumns(row)).execute();
}

export async function updateExportLimit(db: Tx, row: ExportLimitFileRow): Promise<void> {
  await db
    .updateTable("export_limits")
    .set(toLimitColumns(row))
    .where("country", "=", row.country)
    .where("hs_prefix", "=", row.hs_prefix)
    .where("valid_from", "=", row.valid_from)
    .execute();
}

export async function deleteExportLimit(db: Tx, row: ExportLimitFileRow): Promise<void> {
  await db
    .deleteFrom("export_limits")
    .where("country", "=", row.country)
    .where("hs_prefix", "=", row.hs_prefix)
    .where("valid_from", "=", row.valid_from)
    .execute();
}
