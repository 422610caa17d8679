import { sql } from "kysely";
import { afterAll, expect, it, vi } from "vitest";
import { buildApi } from "../../app.ts";
import { openTestShop } from "../../../test/harness.ts";
import { openStallingProxy } from "../../../test/stalling-proxy.ts";
import { afterCommit, withSavepoint, withTransaction } from "./database.ts";
import { describeDatabaseOutage, isPoolExhausted } from "./database-errors.ts";
import { openDb } from "./connection-pool.ts";
import { disableStatementTimeout } from "./statement-timeout.ts";
import { openPubSub } from "./open-pub-sub.ts";
import { publish } from "./pub-sub.ts";

const shop = await openTestShop();
const { connection } = shop;
if (!("host" in connection)) throw new Error("the test database must be given by host and port");
const proxy = await openStallingProxy(connection);
const proxyConnection = { ...connection, host: "127.0.0.1", port: proxy.port };
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  await proxy.close();
});

function openTestDb(max: number, options: Parameters<typeof openDb>[3]) {
  const opened = openDb(proxyConnection, () => undefined, max, options);
  closers.push(() => opened.pool.end());
  return opened;
}

const getFailure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it("says that the server is out of reach when it is lost in a transaction", async () => {
  const { db } = openTestDb(1, { responseTimeoutMs: 400 });
  const work = withTransaction(db, async (tx) => {
    await sql`select 1`.execute(tx);
    proxy.stall();
    await sql`select 1`.execute(tx);
  });
  const failure = await getFailure(work);
  proxy.recover();
  expect(describeDatabaseOutage(failure)).toContain("out of reach");
});

it("closes connections to an unresponsive server, and recovers when it responds again", async () => {
  const { db, pool } = openTestDb(4, { responseTimeoutMs: 400 });
  const runQuery = () => sql`select 1`.execute(db);
  await Promise.all(Array.from({ length: 4 }, runQuery));
  proxy.stall();
  const failures = await Promise.all(Array.from({ length: 4 }, () => getFailure(runQuery())));
  for (const failure of failures) expect(describeDatabaseOutage(failure)).toContain("out of reach");
  await vi.waitFor(() => expect(pool.totalCount).toBe(0));
  proxy.recover();
  const results = await Promise.all(Array.from({ length: 4 }, runQuery));
  expect(results).toHaveLength(4);
});

it("waits longer in a transaction without a statement timeout", async () => {
  const { db } = openTestDb(1, { responseTimeoutMs: 200 });
  const work = () =>
    withTransaction(db, async (tx) => {
      await disableStatementTimeout(tx);
      await sql`select pg_sleep(0.6)`.execute(tx);
    });
  expect(await getFailure(work())).toBeNull();
  expect(describeDatabaseOutage(await getFailure(sql`select pg_sleep(0.6)`.execute(db)))).toContain("out of reach");
});

it("returns 503 overloaded, not not_ready, when every connection is in use", async () => {
  const { db } = openTestDb(1, { acquireTimeoutMs: 100 });
  const api = buildApi({ ...shop.app, db });
  // Opens the connection first, since that also counts toward the timeout.
  await vi.waitFor(() => sql`select 1`.execute(db), { timeout: 20_000 });
  const [busy, response] = await Promise.all([
    sql`select pg_sleep(0.5)`.execute(db),
    api.request("/v1/products?ids=1"),
  ]);
  expect(busy.rows).toHaveLength(1);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("2");
  expect(await response.json()).toMatchObject({ code: "overloaded" });
  expect(shop.errors.splice(0)).toEqual(["no database connection became free in time"]);
  const failure = await getFailure(Promise.all([sql`select pg_sleep(0.3)`.execute(db), sql`select 1`.execute(db)]));
  expect({ isExhausted: isPoolExhausted(failure), outage: describeDatabaseOutage(failure) }).toEqual({
    isExhausted: true,
    outage: null,
  });
  await vi.waitFor(async () => expect((await api.request("/v1/products?ids=1")).status).toBe(200), { timeout: 20_000 });
});

it("receives messages again after the server was unresponsive", async () => {
  const pubSub = openPubSub(proxyConnection, shop.app.log, { healthCheckIntervalMs: 100, responseTimeoutMs: 200 });
  closers.push(pubSub.close);
  const onMessage = vi.fn<() => void>();
  pubSub.subscribe("customer:1", onMessage, () => undefined);
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalled(), { timeout: 10_000 });
  proxy.stall();
  // The health check is lost, so that the connection stays silent after the recovery.
  await vi.waitFor(() => expect(proxy.hasDiscarded()).toBe(true), { timeout: 10_000 });
  proxy.recover();
  onMessage.mockClear();
  // After a reconnect every subscriber is called, since it may have missed a message.
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalled(), { timeout: 10_000 });
  onMessage.mockClear();
  await publish(shop.db, "customer:1");
  await vi.waitFor(() => expect(onMessage).toHaveBeenCalled(), { timeout: 10_000 });
});

it("rolls back what a savepoint has done and registered, and goes on with the transaction", async () => {
  const called: string[] = [];
  const add = async (key: string, fails = false) =>
    withTransaction(shop.db, async (tx) => {
      const insert = async (suffix: string) => {
        await sql`insert into idempotency_keys (scope, key, request_hash) values ('savepoints', ${key + suffix}, '')`.execute(
          tx,
        );
        afterCommit(tx, () => void called.push(key + suffix));
      };
      await insert("-before");
      const inSavepoint = withSavepoint(tx, async () => {
        await insert("-in-it");
        if (fails) await sql`select 1 / 0`.execute(tx);
        return "result";
      });
      const result = await inSavepoint.catch(() => "failed");
      await insert("-after");
      return result;
    });
  expect(await add("first")).toBe("result");
  expect(await add("second", true)).toBe("failed");
  const expected = ["first-before", "first-in-it", "first-after", "second-before", "second-after"];
  expect(called).toEqual(expected);
  const { rows } = await sql<{ key: string }>`select key from idempotency_keys where scope = 'savepoints'`.execute(
    shop.db,
  );
  expect(rows.map(({ key }) => key).toSorted()).toEqual(expected.toSorted());
});
