import { Kysely, PostgresDialect } from "kysely";
import { afterAll } from "vitest";
import { openDb } from "../src/platform/db/connection-pool.ts";
import type { RootDb } from "../src/platform/db/database.ts";
import type { DB } from "../src/platform/db/tables.generated.ts";
import type { TestShop } from "./harness.ts";

type PlanNode = { "Shared Hit Blocks": number; "Shared Read Blocks": number };

/**
 * Opens a connection that records its statements.
 * @returns `countBlocks`: runs a function, executes its statements again, and returns how many pages of 8 KB each of them
 * reads
 */
export function openStatementReader(shop: Pick<TestShop, "connection">) {
  const { pool } = openDb(shop.connection, () => undefined, 1);
  pool.options.connectionTimeoutMillis = 0;
  const executedQueries: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void executedQueries.push({ sql: query.sql, parameters: query.parameters }),
  }) as RootDb;
  afterAll(() => db.destroy());
  const countBlocks = async (run: () => Promise<unknown>): Promise<number[]> => {
    // Fills the caches.
    await run();
    executedQueries.length = 0;
    await run();
    const blocks: number[] = [];
    for (const { sql: text, parameters } of [...executedQueries]) {
      const { rows } = await pool.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        `explain (analyze, buffers, format json) ${text}`,
        [...parameters],
      );
      for (const { Plan } of rows[0]?.["QUERY PLAN"] ?? [])
        blocks.push(Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]);
    }
    return blocks;
  };
  return { db, countBlocks };
}
