import type { Attributes, Meter } from "@opentelemetry/api";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { openDb } from "../db/connection-pool.ts";
import type { LogFields } from "../log.ts";
import { setMeter } from "./metrics.ts";
import { createSlowStatementLog, observeStatement } from "./observe-statement.ts";

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

it("cuts texts of many rows, and does not remember them", () => {
  const logSlow = createSlowStatementLog(log, 1);
  logSlow("x".repeat(100_000), 2);
  logSlow("x".repeat(100_000), 2);
  expect(lines.map((line) => String(line["sql"]).length)).toEqual([4001, 4001]);
});

/** Counts the errors of the database by class while `work` runs. */
async function countErrors(work: () => Promise<void>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const createCounter = (name: string) => ({
    add: (value: number, labels: Attributes) => {
      const label = String(labels["class"]);
      if (name === "furoshiki_db_errors_total" && value > 0) counts[label] = (counts[label] ?? 0) + value;
    },
  });
  const instrument = () => ({ record: () => undefined, addCallback: () => undefined });
  const meter = new Proxy({}, { get: (_, name) => (name === "createCounter" ? createCounter : instrument) });
  setMeter(meter as Meter);
  try {
    await work();
  } finally {
    setMeter(null);
  }
  return counts;
}

it("counts statements that fail by class, and connections that cannot be opened", async () => {
  const unreachable = openDb({ connectionString: "postgresql://shop:x@127.0.0.1:9/shop" }, () => undefined, 1);
  const counts = await countErrors(async () => {
    await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow("division by zero");
    await expect(sql`select 1`.execute(unreachable.db)).rejects.toThrow("ECONNREFUSED");
    await expect(unreachable.pool.query("select 1")).rejects.toThrow("ECONNREFUSED");
  });
  await unreachable.db.destroy();
  expect(counts).toEqual({ 22: 1, connection: 2 });
});

it("counts a broken connection as one, whatever the code of the socket looks like", async () => {
  const counts = await countErrors(async () => {
    const error = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    await expect(observeStatement("select 1", () => Promise.reject(error), undefined)).rejects.toThrow("EPIPE");
  });
  expect(counts).toEqual({ connection: 1 });
});

it("counts that no connection becomes free as an error of the pool", async () => {
  const busy = openDb(shop.connection, () => undefined, 1, { acquireTimeoutMs: 500 });
  const client = await busy.pool.connect();
  const counts = await countErrors(async () => {
    await expect(busy.pool.connect()).rejects.toThrow("timeout exceeded");
  });
  client.release();
  await busy.db.destroy();
  expect(counts).toEqual({ pool: 1 });
});
