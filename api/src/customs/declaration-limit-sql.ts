import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import { toDecimalSql, toMinorUnitsSql } from "./rule-sql.ts";
import type { DeclarationLimitRow } from "./sql.ts";

/** A limit of the declaration as it appears in the data file. The limit is a decimal in its currency. */
export type DeclarationLimitFileRow = Pick<
  DeclarationLimitRow,
  "kind" | "valid_from" | "valid_to" | "currency" | "limit_weight_g"
> & { limit: string; source: string; checked_at: string };

export async function listDeclarationLimitFileRows(db: Db): Promise<DeclarationLimitFileRow[]> {
  const { rows } = await sql<DeclarationLimitFileRow>`
    select d.kind, d.valid_from, d.valid_to, ${toDecimalSql("d.limit_minor", "c")} as "limit", d.currency,
      d.limit_weight_g, d.source, d.checked_at
    from declaration_limits d join currencies c on c.code = d.currency
    order by d.kind, d.valid_from`.execute(db);
  return rows;
}

function toLimitColumns({ limit, ...row }: DeclarationLimitFileRow) {
  return { ...row, limit_minor: toMinorUnitsSql(limit, row.currency) };
}

export async function insertDeclarationLimit(db: Tx, row: DeclarationLimitFileRow): Promise<void> {
  await db.insertInto("declaration_limits").values(toLimitColumns(row)).execute();
}

export async function updateDeclarationLimit(db: Tx, row: DeclarationLimitFileRow): Promise<void> {
  await db
    .updateTable("declaration_limits")
    .set(toLimitColumns(row))
    .where("kind", "=", row.kind)
    .where("valid_from", "=", row.valid_from)
    .execute();
}

export async function deleteDeclarationLimit(db: Tx, row: DeclarationLimitFileRow): Promise<void> {
  await db
    .deleteFrom("declaration_limits")
    .where("kind", "=", row.kind)
    .where("valid_from", "=", row.valid_from)
    .execute();
}
