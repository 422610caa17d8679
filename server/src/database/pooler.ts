import pg from "pg";
import type { Connection } from "../../../api/src/platform/db/connection-pool.ts";

const PROBE_STATEMENT = "pooler_probe";
const DUPLICATE_PREPARED_STATEMENT = "42P05";

/**
 * Returns whether a pooler in transaction mode supports prepared statements. PgBouncer does from version 1.21, and then
 * renames them; with earlier versions the server sees our name, and another session lacks the statement or has a
 * different one under the same name.
 */
export async function supportsPreparedStatements(connection: Connection): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    await client.query({ name: PROBE_STATEMENT, text: "select 1" });
    const { rows } = await client.query<{ name: string }>("select name from pg_prepared_statements");
    const isUntracked = rows.some(({ name }) => name === PROBE_STATEMENT);
    if (isUntracked) await client.query(`deallocate ${PROBE_STATEMENT}`);
    await client.query("commit");
    return !isUntracked;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DUPLICATE_PREPARED_STATEMENT) return false;
    throw error;
  } finally {
    await client.end();
  }
}
