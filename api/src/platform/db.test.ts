import { sql } from "kysely";
import { afterAll, expect, it, vi } from "vitest";
import { buildApi } from "../app.ts";
import { openTestShop } from "../../test/harness.ts";
import { openStallingProxy } from "../../test/stalling-proxy.ts";
import { databaseTrouble, isPoolFull, openDb, unhurried, withTransaction } from "./db.ts";
import { openNews, tellNews } from "./news.ts";

const shop = await openTestShop();
const { connection } = shop;
if (!("host" in connection)) throw new Error("the tests' database is reached by its socket");
const proxy = await openStallingProxy(connection);
const through = { ...connection, host: "127.0.0.1", port: proxy.port };
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  await proxy.close();
});

function open(max: number, options: Parameters<typeof openDb>[3]) {
  const opened = openDb(through, () => undefined, max, options);
  closers.push(() => opened.pool.end());
  return opened;
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it("gives up connections to a server that fell silent, and works again as soon as it answers", async () => {
  const { db, pool } = open(4, { silenceMs: 400 });
  const ask = () => sql`select 1`.execute(db);
  await Promise.all(Array.from({ length: 4 }, ask));
  proxy.stall();
  const failures = await Promise.all(Array.from({ length: 4 }, () => failureOf(ask())));
  for (const failure of failures) expect(databaseTrouble(failure)).toContain("out of reach");
  await vi.waitFor(() => expect(pool.totalCount).toBe(0));
  proxy.recover();
  const answers = await Promise.all(Array.from({ length: 4 }, ask));
  expect(answers).toHaveLength(4);
});

it("waits longer for what a transaction says takes its time", async () => {
  const { db } = open(1, { silenceMs: 200 });
  const work = () =>
    withTransaction(db, async (tx) => {
      await unhurried(tx);
      await sql`select pg_sleep(0.6)`.execute(tx);
    });
  expect(await failureOf(work())).toBeNull();
  expect(databaseTrouble(await failureOf(sql`select pg_sleep(0.6)`.execute(db)))).toContain("out of reach");
});

it("answers 503 overloaded, not that the database is lost, when all its connections are in use", async () => {
  const { db } = open(1, { freeWithinMs: 100 });
  const api = buildApi({ ...shop.house, db });
  // Opens the connection, which also has to happen within the time.
  await vi.waitFor(() => sql`select 1`.execute(db), { timeout: 20_000 });
  const [busy, answer] = await Promise.all([sql`select pg_sleep(0.5)`.execute(db), api.request("/v1/products?ids=1")]);
  expect(busy.rows).toHaveLength(1);
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("2");
  expect(await answer.json()).toMatchObject({ code: "overloaded" });
  expect(shop.errors.splice(0)).toEqual(["no database connection became free in time"]);
  const waiting = failureOf(Promise.all([sql`select pg_sleep(0.3)`.execute(db), sql`select 1`.execute(db)]));
  const failure = await waiting;
  expect({ full: isPoolFull(failure), lost: databaseTrouble(failure) }).toEqual({ full: true, lost: null });
  await vi.waitFor(async () => expect((await api.request("/v1/products?ids=1")).status).toBe(200));
});

it("hears again of what happens after the server had fallen silent", async () => {
  const news = openNews(through, shop.house.log, { checkEveryMs: 100, answerWithinMs: 200 });
  closers.push(news.close);
  const heard = vi.fn<() => void>();
  news.hear("customer:1", heard, () => undefined);
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 10_000 });
  proxy.stall();
  await new Promise((waited) => {
    setTimeout(waited, 500);
  });
  proxy.recover();
  heard.mockClear();
  // A new connection tells everybody that something may have been missed.
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 10_000 });
  heard.mockClear();
  await tellNews(shop.db, "customer:1");
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 10_000 });
});
