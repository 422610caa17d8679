import { sql } from "kysely";
import type { Tx } from "../api/src/platform/db/database.ts";

/** A row by column name. */
export type Row = Record<string, unknown>;

const BATCH_SIZE = 1000;

/** Inserts rows, 1,000 per statement. All rows must have the same columns. Identity columns take the given values. */
export async function insertRows(db: Tx, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const columnList = sql.join(columns.map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    const json = JSON.stringify(rows.slice(from, from + BATCH_SIZE));
    await sql`
      insert into ${sql.table(table)} (${columnList}) overriding system value
      select ${columnList} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db);
  }
}

/** Returns the highest id of a table plus one, for rows that are inserted with explicit ids. */
export async function getNextId(db: Tx, table: string): Promise<number> {
  const { rows } = await sql<{
    next: number;
  }>`select coalesce(max(id), 0) + 1 as next from ${sql.table(table)}`.execute(db);
  return rows[0]?.next ?? 1;
}

/** Sets the id sequences of tables to their highest id, after rows were inserted with explicit ids. */
export async function resetIdSequences(db: Tx, tables: string[]): Promise<void> {
  for (const table of tables)
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(db);
}
