import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { buildApi } from "../../../api/src/app.ts";
import { createProduct } from "../../../api/src/catalog/fixtures.ts";
import { switchListingTable } from "../../../api/src/catalog/product-index/jobs.ts";
import { getProductIndex } from "../../../api/src/catalog/product-index/service.ts";
import { clearAllCaches, setCacheClock } from "../../../api/src/platform/cache/cache.ts";
import { readContentChanges } from "../../../api/src/platform/cache/content-changes.ts";
import { readConfig } from "../../../api/src/platform/config.ts";
import { withTransaction } from "../../../api/src/platform/db/database.ts";
import { ReadReplica } from "../../../api/src/platform/db/read-replica.ts";
import { ReplicaMonitor } from "../../../api/src/platform/db/replica-monitor.ts";
import { openHeavyReadDb } from "../../../api/src/platform/db/replica.ts";
import { jsonLog } from "../../../api/src/platform/log.ts";
import { findHits } from "../../../api/src/search/hit-cache.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../../test/replicated-postgres.ts";
import { type OpenAppContext, openAppContext } from "../app-context.ts";
import { buildEdge } from "../http/edge.ts";
import { type HttpServer, listen } from "../http/listen.ts";
import { createLoadMonitor } from "../http/load-monitor.ts";
import { describeApiRequest } from "../response-cache/api-request.ts";
import { ContentWatcher } from "../response-cache/content-watcher.ts";
import { ResponseCache } from "../response-cache/response-cache.ts";
import { serveSharedResponses } from "../response-cache/serve-shared-responses.ts";

const dataDir = mkdtempSync(join(tmpdir(), "furoshiki-read-replica-"));
let servers: ReplicatedPostgres;
let context: OpenAppContext;
let replica: ReadReplica;

beforeAll(async () => {
  setCacheClock(() => performance.now());
  servers = await startReplicatedPostgres();
  const config = { DATABASE_URL: servers.primary.url, DATABASE_READ_URL: servers.replica.url, DATA_DIR: dataDir };
  context = await openAppContext(readConfig({ ...config, DEMO: "0" }));
  if (!(context.app.readReplica instanceof ReadReplica)) throw new Error("no replica was opened");
  replica = context.app.readReplica;
}, 120_000);
afterAll(async () => {
  await context.close();
  await servers.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  clearAllCaches();
  await waitUntilUsed();
});
afterEach(() => vi.restoreAllMocks());

/** Waits until the replica is used, and has replayed everything. */
async function waitUntilUsed(): Promise<void> {
  await vi.waitUntil(
    async () => {
      await replica.monitor.check();
      return replica.monitor.reason === null && (await readServer()) === "replica";
    },
    { timeout: 30_000 },
  );
}

/** Returns which server answers a read. */
async function readServer(db = replica.openDb()): Promise<"primary" | "replica"> {
  const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(db);
  return rows[0]?.isReplica ? "replica" : "primary";
}

const setPrice = (id: number, price: number) =>
  context.app.db.updateTable("product_variants").set({ price_minor: price }).where("product_id", "=", id).execute();

it("is not used if it is another database of the same server", async () => {
  await servers.primary.query("create database other");
  const otherUrl = new URL(servers.replica.url);
  otherUrl.pathname = "/other";
  const openPool = (connectionString: string) => new pg.Pool({ connectionString, max: 1 });
  await vi.waitUntil(async () => {
    const found = await servers.replica.query("select from pg_database where datname = 'other'");
    return found.length > 0;
  });
  const log = { ...jsonLog, error: vi.fn<(message: string) => void>() };
  const monitor = new ReplicaMonitor({
    primary: openPool(servers.primary.url),
    replica: openPool(otherUrl.href),
    log,
  });
  await vi.waitUntil(async () => {
    await monitor.check();
    return monitor.reason !== "it has not been checked yet";
  });
  expect(monitor.reason).toBe("it is another database of the replica");
  await monitor.close();
});

it("reads from the primary while the replica has not replayed what was committed before", async () => {
  const { id } = await createProduct(context.app.db);
  await servers.replica.query("select pg_wal_replay_pause()");
  await setPrice(id, 4321_00);
  const readPrice = async () =>
    replica.openDb().selectFrom("product_variants").select("price_minor").where("product_id", "=", id).execute();
  expect(await readPrice()).toMatchObject([{ price_minor: 4321_00 }]);
  expect(await readServer()).toBe("primary");
  await servers.replica.query("select pg_wal_replay_resume()");
  await vi.waitUntil(async () => (await readServer()) === "replica");
  expect(await readPrice()).toMatchObject([{ price_minor: 4321_00 }]);
});

it("never goes back to the replica once a reader was at the primary", async () => {
  const db = replica.openDb();
  await servers.replica.query("select pg_wal_replay_pause()");
  await createProduct(context.app.db);
  expect(await readServer(db)).toBe("primary");
  await servers.replica.query("select pg_wal_replay_resume()");
  await vi.waitUntil(async () => (await readServer()) === "replica");
  expect(await readServer(db)).toBe("primary");
});

it("finds each product of the index, which is read from the primary", async () => {
  const db = replica.openDb();
  expect(await readServer(db)).toBe("replica");
  await servers.replica.query("select pg_wal_replay_pause()");
  const { id } = await createProduct(context.app.db);
  const index = await getProductIndex(db);
  expect(await index.countActive([id], 1)).toBe(1);
  expect(await db.selectFrom("products").select("id").where("id", "=", id).execute()).toEqual([{ id }]);
  await servers.replica.query("select pg_wal_replay_resume()");
});

it("finds what a transaction renamed that was in progress when the hits were cached", async () => {
  const { db } = context.app;
  await switchListingTable({ ...context.app, config: { productIndex: "database" } });
  const { id } = await createProduct(db, { name: "Юдзу" });
  const search = async () => (await findHits(replica.openDb(), [{ query: "'юдзу'", exact: "'юдзу'" }], 10)).hits;
  const { id: renamed } = await createProduct(db);
  await withTransaction(db, async (tx) => {
    await tx.updateTable("products").set({ name_ru: "Юдзу" }).where("id", "=", renamed).execute();
    // What is committed later lets the snapshots of the replica begin after this transaction.
    await createProduct(db);
    await waitUntilUsed();
    expect((await search())?.found).toEqual({ ids: [id] });
  });
  await waitUntilUsed();
  expect((await search())?.found).toEqual({
    ids: expect.toSatisfy((ids) => ids.length === 2 && ids.includes(renamed)),
  });
  const cached = await search();
  expect((await search())?.found).toBe(cached?.found);
});

it("reads the page and the counts of a list in the table", async () => {
  const { app } = context;
  await createProduct(app.db);
  await switchListingTable({ ...app, config: { productIndex: "database" } });
  await waitUntilUsed();
  const read = vi.spyOn(replica, "execute");
  const index = await getProductIndex(replica.openDb());
  const now = app.clock.now();
  const list = { brandIds: [], concernIds: [], ids: [], inStock: false, now, newSince: now };
  const { ids } = await index.findProducts(list, { sort: undefined, page: 1, perPage: 5 });
  expect(ids).not.toEqual([]);
  expect(read.mock.calls.filter(([{ sql: text }]) => text.includes("from product_listing"))).toHaveLength(2);
});

it("lets exports wait some seconds for a replica that is behind", async () => {
  await servers.replica.query("select pg_wal_replay_pause()");
  await createProduct(context.app.db);
  const answer = readServer(openHeavyReadDb(context.app));
  await servers.replica.query("select pg_wal_replay_resume()");
  expect(await answer).toBe("replica");
});

it("writes, locks and runs transactions at the primary", async () => {
  const db = replica.openDb();
  const { id } = await createProduct(context.app.db);
  await vi.waitUntil(async () => (await readServer()) === "replica");
  await withTransaction(db, async (tx) => {
    expect(await readServer(tx as unknown as typeof db)).toBe("primary");
  });
  expect(await readServer(db)).toBe("replica");
  await db.updateTable("products").set({ units_sold: 3 }).where("id", "=", id).execute();
  // A statement that looks like a read, and that the replica refuses.
  const written = sql`with changed as (update products set units_sold = 4 where id = ${id} returning id) select id from changed`;
  expect((await written.execute(replica.openDb())).rows).toEqual([{ id }]);
  await db.selectFrom("products").select("id").where("id", "=", id).forUpdate().execute();
});

it("repeats a read that the replica cancels because it conflicts with a change", async () => {
  await servers.replica.query("alter system set max_standby_streaming_delay = 0");
  await servers.replica.query("select pg_reload_conf()");
  await sql`create table conflicts as select generate_series(1, 1000) as n`.execute(context.app.db);
  await vi.waitUntil(async () => (await readServer()) === "replica");
  const slow = sql<{ count: number; isReplica: boolean }>`
    select count(*) as count, pg_is_in_recovery() as "isReplica" from conflicts
    where pg_sleep(case when pg_is_in_recovery() and n = 1 then 20 else 0 end) is not null`.execute(replica.openDb());
  await vi.waitUntil(
    async () => {
      const text =
        "select 1 from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()";
      return (await servers.replica.query(text)).length > 0;
    },
    { timeout: 10_000 },
  );
  // The replica can replay this only without the query.
  await sql`truncate conflicts`.execute(context.app.db);
  expect((await slow).rows).toEqual([{ count: 0, isReplica: false }]);
  expect(replica.monitor.reason).toBeNull();
  await sql`drop table conflicts`.execute(context.app.db);
  await servers.replica.query("alter system reset max_standby_streaming_delay");
  await servers.replica.query("select pg_reload_conf()");
});

it("works without the replica, logs that once, and uses it again", async () => {
  const logged = vi.spyOn(jsonLog, "error").mockImplementation(() => undefined);
  const messages = () => logged.mock.calls.map(([message]) => message);
  await servers.replica.kill();
  const answers = await Promise.all(Array.from({ length: 20 }, async () => readServer()));
  expect(new Set(answers)).toEqual(new Set(["primary"]));
  await replica.monitor.check();
  expect(replica.monitor.lagSeconds).toBeGreaterThan(0);
  expect(messages().filter((message) => message.startsWith("the replica of the database is not used"))).toHaveLength(1);
  await servers.replica.start();
  await waitUntilUsed();
  expect(replica.monitor.lagSeconds).toBe(0);
});

it("does not wait for a replica that does not respond", async () => {
  vi.spyOn(jsonLog, "error").mockImplementation(() => undefined);
  servers.replica.signal("SIGSTOP");
  try {
    // Connections that are open get no answer, and no error either.
    expect(await Promise.all([readServer(), readServer(openHeavyReadDb(context.app))])).toEqual(["primary", "primary"]);
    expect(replica.monitor.reason).toMatch(/^it cannot be reached/);
  } finally {
    servers.replica.signal("SIGCONT");
  }
});

it("does not fill the cache with what was before a change that has dropped a response", async () => {
  const { app } = context;
  const product = await createProduct(app.db);
  const edge = buildEdge({
    ...{ config: app.config, log: app.log, loadMonitor: createLoadMonitor(), getLoopDelayMs: () => 0 },
    ...{ isReady: async () => true, api: buildApi(app) },
  });
  let msAhead = 0;
  const cache = new ResponseCache(1_000_000, () => Date.now() + msAhead);
  const watcher = new ContentWatcher(
    (since) => readContentChanges(app.db, since),
    (tags) => cache.drop(tags),
    { maxAgeMs: 0 },
  );
  const server: HttpServer = await listen({ host: "127.0.0.1", port: 0 }, edge.fetch, {
    getClientInfo: () => ({ ipAddress: "127.0.0.1" }) as never,
    nodeMiddleware: serveSharedResponses({
      ...{ describeRequest: describeApiRequest, cache, watcher, log: app.log },
      render: (request, policies) => edge.fetch(request, { policies }),
    }),
  });
  const get = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/products/${product.slug}`);
    const { data } = (await response.json()) as { data: { price: { price: number } } };
    return { status: response.headers.get("x-cache"), text: JSON.stringify(data) };
  };
  await get();
  // For some seconds after the start nothing is stored.
  msAhead = 60_000;
  await get();
  expect((await get()).status).toBe("hit");
  await servers.replica.query("select pg_wal_replay_pause()");
  await setPrice(product.id, 7777_00);
  const results = [await get()];
  msAhead += 1000;
  results.push(await get(), await get());
  await servers.replica.query("select pg_wal_replay_resume()");
  await server.stop();
  expect(results.map(({ text }) => text.includes("7777"))).toEqual([true, true, true]);
  // The first is not stored if it was made in the millisecond in which the change was noticed.
  expect(results.at(0)?.status).toBe("miss");
  expect(results.at(-1)?.status).toBe("hit");
});

// The last test: there is no way back.
it("leaves a replica alone that has become a primary", async () => {
  vi.spyOn(jsonLog, "error").mockImplementation(() => undefined);
  await servers.replica.query("select pg_promote()");
  await replica.monitor.check();
  expect(replica.monitor.reason).toBe("it is not a replica, or is not one any more");
  expect(await readServer()).toBe("primary");
});
