import { Kysely, PostgresDialect } from "kysely";
import { afterAll } from "vitest";
import { openDb } from "../src/platform/db/connection-pool.ts";
import type { RootDb } from "../src/platform/db/database.ts";
import type { DB } from "../src/platform/db/tables.generated.ts";
import type { TestShop } from "./harness.ts";

type PlanNode = {
  "Node Type": string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
};

/** Returns how many rows and index entries the scans of a plan read. */
function countRowsOfScans({ Plans = [], ...node }: PlanNode): number {
  const { "Rows Removed by Filter": filtered = 0, "Rows Removed by Index Recheck": rechecked = 0 } = node;
  const rows = node["Node Type"].includes("Scan") ? node["Actual Rows"] + filtered + rechecked : 0;
  return Plans.reduce((sum, plan) => sum + countRowsOfScans(plan), rows * node["Actual Loops"]);
}

/**
 * Opens a connection that records its statements.
 * @returns `countBlocks` and `countRows`: run a function, execute its statements again, and return how many pages of 8 KB,
 * or rows and index entries, each of them reads
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
  const explain = async (run: () => Promise<unknown>): Promise<PlanNode[]> => {
    // Fills the caches.
    await run();
    executedQueries.length = 0;
    await run();
    const plans: PlanNode[] = [];
    for (const { sql: text, parameters } of [...executedQueries]) {
      const { rows } = await pool.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        `explain (analyze, buffers, format json) ${text}`,
        [...parameters],
      );
      plans.push(...(rows[0]?.["QUERY PLAN"] ?? []).map(({ Plan }) => Plan));
    }
    return plans;
  };
  const countBlocks = async (run: () => Promise<unknown>) =>
    (await explain(run)).map((plan) => plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]);
  const countRows = async (run: () => Promise<unknown>) => (await explain(run)).map(countRowsOfScans);
  return { db, countBlocks, countRows };
}
