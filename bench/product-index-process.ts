// Measures the product index of a database in this process, which needs --expose-gc, and prints the result as JSON.
import { sql } from "kysely";
import { describeProductIndex, getProductIndex } from "../api/src/catalog/product-index/service.ts";
import { type Connection, openDb } from "../api/src/platform/db/connection-pool.ts";
import { type RootDb, withTransaction } from "../api/src/platform/db/database.ts";
import { disableStatementTimeout } from "../api/src/platform/db/statement-timeout.ts";

export type IndexMeasurement = Awaited<ReturnType<typeof measure>>;

const REPETITIONS = 20;

const { db } = openDb(JSON.parse(process.argv[2] ?? "") as Connection, () => undefined, 4);
console.log(JSON.stringify(await measure(db)));
await db.destroy();

async function measure(db: RootDb) {
  // Opens a connection and compiles the code.
  await sql`select 1`.execute(db);
  const baseMb = getHeapMb();
  const [loadMs] = await measureTime(() => getProductIndex(db));
  const indexMb = getHeapMb() - baseMb;
  const refreshMs = Math.min(...(await repeat(() => measureTime(() => getProductIndex(db)))).map(([ms]) => ms));
  const index = await getProductIndex(db);
  const now = new Date();
  const filter = { brandIds: [], concernIds: [], ids: [], inStock: false, now, newSince: now };
  const listAll = () => index.findProducts(filter, { sort: "rating", page: 1, perPage: 24 });
  const listingMs = Math.min(...(await repeat(() => measureCpuTime(listAll))));
  return { loadMs, indexMb, refreshMs, listingMs, ...(await measureRebuild(db)) };
}

/** Changes all products, and sends requests one after another until the index has been rebuilt. */
async function measureRebuild(db: RootDb) {
  await withTransaction(db, async (tx) => {
    await disableStatementTimeout(tx);
    await sql`update products set units_sold = units_sold + 1`.execute(tx);
  });
  getHeapMb();
  const baseMb = process.memoryUsage().rss / 2 ** 20;
  let [longestRequestMs, maxMb] = [0, 0];
  const [rebuildMs] = await measureTime(async () => {
    for (let isCurrent = false; !isCurrent;) {
      const [requestMs] = await measureTime(() => getProductIndex(db));
      isCurrent = !(await describeProductIndex(db)).isRebuilding;
      longestRequestMs = Math.max(longestRequestMs, requestMs);
      maxMb = Math.max(maxMb, process.memoryUsage().rss / 2 ** 20);
    }
  });
  return { rebuildMs, longestRequestMs, rebuildMb: maxMb - baseMb };
}

async function measureTime<T>(action: () => T | Promise<T>): Promise<[ms: number, result: T]> {
  const startedAt = performance.now();
  const result = await action();
  return [performance.now() - startedAt, result];
}

/** Returns the processor time of an action in ms, which does not depend on what else the machine does. */
function measureCpuTime(action: () => unknown): number {
  const before = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function repeat<T>(action: () => T | Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) results.push(await action());
  return results;
}

/** Returns the memory of live objects in MB. */
function getHeapMb(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}
