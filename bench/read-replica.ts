// npm run bench -- read-replica: reads of the API that are not cached, from the primary only and with a replica.
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { readConfig } from "../api/src/platform/config.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { openAppContext } from "../server/src/app-context.ts";
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
  type TestPostgres,
} from "../server/test/replicated-postgres.ts";
import { calculateMedian, getCpuSeconds, type Report, runLoad } from "./measure.ts";
import { getBenchPaths } from "./pages.ts";

const RUNS = 3;
const SECONDS = 5;
const CONNECTIONS = 10;
const CHECKS = 2000;
const WRITES_PER_SECOND = 50;
const WRITE_SECONDS = 10;
const headers = { accept: "application/json", "accept-language": "ru-RU" };
const env = { RESPONSE_CACHE_MB: "0", MAX_EVENT_LOOP_DELAY_MS: "0", WARM_IMAGE_CACHE: "0", ACCESS_LOG: "0" };

/** Measures the rate of reads and the processor time of both servers, what a check costs, and the share of the replica. */
export async function measureReadReplica(dataDir: string, report: Report): Promise<void> {
  const servers = await startReplicatedPostgres();
  try {
    const urls = { DATABASE_URL: servers.primary.url, DEMO: "1" };
    await measureReads(servers, dataDir, urls, "primary only", report);
    const withReplica = { ...urls, DATABASE_READ_URL: servers.replica.url };
    await measureReads(servers, dataDir, withReplica, "with a replica", report);
    await measureChecks(dataDir, withReplica, report);
  } finally {
    await servers.close();
  }
}

async function measureReads(
  { primary, replica }: ReplicatedPostgres,
  dataDir: string,
  urls: Record<string, string>,
  name: string,
  report: Report,
): Promise<void> {
  const store = await startStorefront(dataDir, { ...env, ...urls });
  try {
    const { category, product } = await getBenchPaths(store.origin);
    const paths = {
      product: `/v1/products${product}`,
      reviews: `/v1/products${product}/reviews`,
      listing: `/v1/products?category=${category.split("/").at(-1)}`,
    };
    for (const [label, path] of Object.entries(paths)) {
      const load = { origin: store.origin, paths: [path], headers, connections: CONNECTIONS };
      await runLoad({ ...load, seconds: 2 });
      const processorSeconds = () => [getCpuSeconds(store.pid), getServerSeconds(primary), getServerSeconds(replica)];
      const before = processorSeconds();
      const runs = [];
      for (let run = 0; run < RUNS; run++) runs.push(await runLoad({ ...load, seconds: SECONDS }));
      const count = runs.reduce((sum, { requestCount }) => sum + requestCount, 0);
      const [store_ms, primary_ms, replica_ms] = processorSeconds().map((seconds, index) =>
        (((seconds - (before[index] ?? 0)) * 1000) / count).toFixed(2),
      );
      const perSecond = calculateMedian(runs.map((run) => run.perSecond)).toFixed(0);
      report(
        `${label}, ${name}`,
        `${perSecond}/s; ms of CPU: store ${store_ms}, primary ${primary_ms}, replica ${replica_ms}`,
      );
    }
  } finally {
    await store.stop();
  }
}

/** Returns the processor time of a server and of its connections that are open. */
function getServerSeconds({ processId }: TestPostgres): number {
  const isChild = (id: number) => {
    try {
      return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]) === processId();
    } catch {
      return false;
    }
  };
  const children = readdirSync("/proc")
    .map(Number)
    .filter((id) => id > 0 && isChild(id));
  return [processId(), ...children].reduce((sum, id) => sum + getCpuSeconds(id), 0);
}

/** Measures the check of a request, and which share of reads uses the replica while the store is written to. */
async function measureChecks(dataDir: string, urls: Record<string, string>, report: Report): Promise<void> {
  const { app, close } = await openAppContext(readConfig({ ...urls, DATA_DIR: dataDir }));
  const replica = app.readReplica;
  if (!replica) throw new Error("no replica was opened");
  try {
    while (replica.monitor.reason !== null) await sleep(100);
    const read = async (db = replica.openDb()) => sql`select 1`.execute(db);
    const readAtPrimary = async () => sql`select 1`.execute(app.db);
    for (const [name, work] of [
      ["a statement at the primary", readAtPrimary],
      ["a read with its check at the replica", read],
    ] as const) {
      for (let run = 0; run < CHECKS; run++) await work();
      const startedAt = performance.now();
      for (let run = 0; run < CHECKS; run++) await work();
      report(name, `${(((performance.now() - startedAt) * 1000) / CHECKS).toFixed(0)} µs`);
    }
    const until = performance.now() + WRITE_SECONDS * 1000;
    const writing = (async () => {
      while (performance.now() < until) {
        await app.db
          .updateTable("products")
          .set({ units_sold: sql`units_sold + 1` })
          .where("id", "=", 1)
          .execute();
        await sleep(1000 / WRITES_PER_SECOND);
      }
    })();
    const servers = { replica: 0, primary: 0 };
    while (performance.now() < until) {
      const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(replica.openDb());
      servers[rows[0]?.is ? "replica" : "primary"]++;
      await sleep(1);
    }
    await writing;
    const share = (servers.replica / (servers.replica + servers.primary)) * 100;
    report(
      `reads at the replica, at ${WRITES_PER_SECOND} writes/s`,
      `${share.toFixed(1)} % of ${servers.replica + servers.primary}`,
    );
  } finally {
    await close();
  }
}
