import pg from "pg";
import type { Connection } from "../../api/src/platform/db.ts";

const PROBE = "pooler_probe";
const DUPLICATE_PREPARED_STATEMENT = "42P05";

/**
 * Whether a pooler in transaction mode lets a connection use the statements that it has prepared. PgBouncer does from
 * 1.21, and then gives them names of its own; before, the server sees our name, and another connection's session has
 * no such statement or a different one.
 */
export async function tracksPreparedStatements(connection: Connection): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    await client.query({ name: PROBE, text: "select 1" });
    const { rows } = await client.query<{ name: string }>("select name from pg_prepared_statements");
    const isUntracked = rows.some(({ name }) => name === PROBE);
    if (isUntracked) await client.query(`deallocate ${PROBE}`);
    await client.query("commit");
    return !isUntracked;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DUPLICATE_PREPARED_STATEMENT) return false;
    throw error;
  } finally {
    await client.end();
  }
}
