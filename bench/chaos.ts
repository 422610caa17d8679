// npm run chaos: shoppers order, pay and cancel while processes and the database are killed; then everything must agree.
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestCustomer } from "../api/src/account/fixtures.ts";
import { openDb } from "../api/src/platform/db/connection-pool.ts";
import type { RootDb } from "../api/src/platform/db/database.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { auditStore, findStoredOrders, waitForEmails } from "../server/test/audit-store.ts";
import { createShoppers, prepareProducts, restock } from "../server/test/checkout-products.ts";
import { startCrashTestProcesses } from "../server/test/crash-test-processes.ts";
import { orderUntilOver } from "../server/test/ordering-shopper.ts";
import { settlePayments } from "../server/test/payment-crashes.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../server/test/replicated-postgres.ts";
import { createSeededRandom } from "../server/test/seeded-random.ts";
import {
  crashPrimary,
  disturbReplica,
  fillDisk,
  jumpClock,
  mountSmallDisk,
  pauseGateway,
  prepareClock,
} from "./chaos-faults.ts";
import { checkReads } from "./chaos-reads.ts";
import type { Report } from "./measure.ts";

const SHOPPER_COUNT = 12;

type ChaosOptions = Readonly<{ seconds: number; seed: number }>;

/**
 * Lets shoppers order, pay and cancel for some time, while API, worker and gateway are killed at random, the gateway does
 * not answer, the database crashes, its replica is behind or gone, the disk is full and the clock is wrong. Afterwards
 * `audit` compares everything, every confirmed order must exist, and no read may have shown what was before a change. Sets
 * the exit code if something differs.
 */
export async function runChaos(folder: string, options: ChaosOptions, report: Report): Promise<void> {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { recursive: true });
  const unmount = mountSmallDisk(dataDir);
  const postgres = await startReplicatedPostgres();
  const { db } = openDb({ connectionString: postgres.primary.url }, () => undefined, 4);
  try {
    // The first start creates the tables and the demo data.
    await (await startStorefront(dataDir, { DATABASE_URL: postgres.primary.url, DEMO: "1" })).stop();
    await disturbAndCompare({ folder, dataDir, postgres, db, hasSmallDisk: unmount !== null }, options, report);
  } finally {
    await db.destroy();
    await postgres.close();
    unmount?.();
  }
}

type Environment = Readonly<{
  folder: string;
  dataDir: string;
  postgres: ReplicatedPostgres;
  db: RootDb;
  hasSmallDisk: boolean;
}>;

async function disturbAndCompare(
  { folder, dataDir, postgres, db, hasSmallDisk }: Environment,
  { seconds, seed }: ChaosOptions,
  report: Report,
): Promise<void> {
  const random = createSeededRandom(seed);
  const productIds = await prepareProducts(db);
  const createCustomer = async () =>
    createTestCustomer(db, { email: `${randomUUID()}@example.test`, signedInAt: new Date() });
  const tokens = await createShoppers(db, SHOPPER_COUNT, createCustomer);
  const { token } = await createCustomer();
  const databaseUrl = postgres.primary.url;
  const clockFile = join(folder, "clock");
  const clock = prepareClock(clockFile);
  const env = { DATA_DIR: dataDir, DATABASE_READ_URL: postgres.replica.url, ...clock };
  const processes = await startCrashTestProcesses(databaseUrl, folder, env);
  try {
    const deadline = performance.now() + seconds * 1000;
    const isOver = () => performance.now() >= deadline;
    const killing = processes.startKilling(createSeededRandom(seed + 1), { maxKills: Infinity });
    const faults = [
      ...[crashPrimary(postgres), disturbReplica(postgres), pauseGateway(processes)],
      ...(hasSmallDisk ? [fillDisk(dataDir)] : []),
      ...(clock ? [jumpClock(clockFile)] : []),
    ];
    const disturbing = Promise.all(faults.map(async ({ name, run }) => `${await run(deadline)} ${name}`));
    const restocking = restockDespiteCrashes(db, productIds, deadline);
    const reading = checkReads(db, { api: processes.api, token, isOver });
    const orders: number[] = [];
    const shopping = { shop: processes, random, isOver, orders };
    await Promise.all(tokens.map(async (shopper) => orderUntilOver(shopping, shopper, productIds)));
    const counts = await disturbing;
    await restocking;
    const { reads, outdated } = await reading;
    const killCount = await killing.stop();
    report("faults", [`${killCount} processes killed`, ...counts].join(", "));
    if (!hasSmallDisk) report("full disks", "none, since they take the rights of root");
    if (!clock) report("jumps of the clock", "none, since Debian's libfaketime is not installed");
    report(`outdated of ${reads} reads`, String(outdated), "0");
    await settlePayments({ db, databaseUrl, env: processes.env });
    const unsentEmails = await waitForEmails(db);
    await reportResult(db, { databaseUrl, dataDir, orders, unsentEmails }, report);
    if (outdated > 0 || reads === 0) process.exitCode = 1;
  } finally {
    await processes.stop();
  }
}

async function restockDespiteCrashes(db: RootDb, productIds: readonly number[], deadline: number): Promise<void> {
  while (performance.now() + 1000 < deadline)
    await restock(db, productIds, performance.now() + 2500).catch(() => sleep(1000));
}

type Result = Readonly<{ databaseUrl: string; dataDir: string; orders: readonly number[]; unsentEmails: number }>;

async function reportResult(db: RootDb, result: Result, report: Report): Promise<void> {
  const { databaseUrl, dataDir, orders, unsentEmails } = result;
  const stored = await findStoredOrders(db, orders);
  const byStatus = Object.entries(Object.groupBy(stored, ({ status }) => status)).map(
    ([status, rows = []]) => `${rows.length} ${status}`,
  );
  report("confirmed orders", `${orders.length}: ${byStatus.join(", ")}`);
  const lost = new Set(orders).size - stored.length;
  report("confirmed orders that are not there", String(lost), "0");
  report("emails that were not sent", String(unsentEmails), "0");
  const { checkCount, differences, output } = await auditStore({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  report(`${checkCount} comparisons of audit`, differences.join(", ") || "all agree", "all agree");
  if (differences.length > 0) console.error(output);
  if (lost > 0 || unsentEmails > 0 || differences.length > 0 || orders.length === 0) process.exitCode = 1;
}
