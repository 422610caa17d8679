import { sql } from "kysely";
import type { Tx } from "../api/src/platform/db.ts";

/** A row as the table names its columns. */
export type Row = Record<string, unknown>;

const ROWS_AT_ONCE = 1000;

/** Writes rows, a thousand to a statement. Every row has the same columns; identity columns take what they are given. */
export async function insertRows(db: Tx, table: string, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const json = JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE));
    await sql`
      insert into ${sql.table(table)} (${names}) overriding system value
      select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`.execute(db);
  }
}

/** The id that the next row of a table gets, where ids are given by hand. */
export async function nextId(db: Tx, table: string): Promise<number> {
  const { rows } = await sql<{
    next: number;
  }>`select coalesce(max(id), 0) + 1 as next from ${sql.table(table)}`.execute(db);
  return rows[0]?.next ?? 1;
}

/** Lets a table go on counting after the ids that were given by hand. */
export async function resumeIds(db: Tx, tables: string[]): Promise<void> {
  for (const table of tables)
    await sql`
      select setval(pg_get_serial_sequence(${table}, 'id'), max(id)) from ${sql.table(table)}`.execute(db);
}
