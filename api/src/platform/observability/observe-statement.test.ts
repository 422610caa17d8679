import { sql } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { openDb } from "../db/connection-pool.ts";
import type { LogFields } from "../log.ts";
import { createSlowStatementLog } from "./observe-statement.ts";

const shop = await openTestShop({ keepsData: true });
const lines: LogFields[] = [];
const log = { info: (_message: string, fields: LogFields = {}) => void lines.push(fields), error: () => undefined };
beforeEach(() => void (lines.length = 0));

const { db } = openDb(shop.connection, () => undefined, 1, { logSlowStatement: createSlowStatementLog(log, 20) });
afterAll(() => db.destroy());

it("logs the text of a slow statement with its duration, and never its parameters", async () => {
  await sql`select pg_sleep(${0.03}), ${"anna@example.com"}::text as email`.execute(db);
  await sql`select ${"quick"}::text as word`.execute(db);
  expect(lines).toEqual([{ sql: "select pg_sleep($1), $2::text as email", ms: expect.any(Number) }]);
  expect(lines[0]?.["ms"]).toBeGreaterThanOrEqual(30);
});

it("logs a statement that fails, too", async () => {
  const slow = sql`(select floor(random())::integer + 1 as n, pg_sleep(0.03)) as one`;
  await expect(sql`select 1 / (n - ${1}::integer) from ${slow}`.execute(db)).rejects.toThrow("division by zero");
  expect(lines.map((line) => line["sql"])).toEqual([expect.stringMatching(/^select 1 \/ \(n - \$1::integer\)/)]);
});

it("logs a text once a minute, and says how many lines it has left out", () => {
  let now = 0;
  const logSlow = createSlowStatementLog(log, 500, () => now);
  logSlow("select one", 499);
  logSlow("select one", 500);
  logSlow("select one", 9000);
  logSlow("select two", 700);
  now = 59_999;
  logSlow("select one", 600);
  now = 60_000;
  logSlow("select one", 501);
  expect(lines).toEqual([
    { sql: "select one", ms: 500 },
    { sql: "select two", ms: 700 },
    { sql: "select one", ms: 501, skipped: 2, max_skipped_ms: 9000 },
  ]);
});

it("cuts texts of many rows", () => {
  createSlowStatementLog(log, 1)("x".repeat(100_000), 2);
  expect(String(lines[0]?.["sql"])).toHaveLength(4001);
});
