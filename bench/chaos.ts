// npm run chaos: shoppers order, pay and cancel while processes and the database are killed; then everything must agree.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createTestCustomer } from "../api/src/account/fixtures.ts";
import type { PlacedOrder } from "../api/src/checkout/schema.ts";
import { openDb } from "../api/src/platform/db/connection-pool.ts";
import type { RootDb } from "../api/src/platform/db/database.ts";
import { startStorefront } from "../e2e/storefront.ts";
import { startPostgres } from "../server/src/embedded-postgres/embedded-postgres.ts";
import { type CrashTestProcesses, startCrashTestProcesses } from "../server/test/crash-test-processes.ts";
import { getDatabaseUrl } from "../server/test/database-url.ts";
import { settlePayments } from "../server/test/payment-crashes.ts";
import { createSeededRandom } from "../server/test/seeded-random.ts";
import { simulatePayment } from "../server/test/simulated-shopper.ts";
import { createShoppers, prepareProducts, restock } from "./checkout-products.ts";
import type { Report } from "./measure.ts";

const execute = promisify(execFile);
const SHOPPER_COUNT = 12;
const CANCELED_SHARE = 0.25;
const ABANDONED_SHARE = 0.1;
const DATABASE_CRASH_INTERVAL_MS = 20_000;
const GATEWAY_PAUSE_INTERVAL_MS = 15_000;
const GATEWAY_PAUSE_MS = 9000;
const SETTLE_TIMEOUT_MS = 120_000;

type ChaosOptions = Readonly<{ seconds: number; seed: number }>;
type Session = Readonly<{ processes: CrashTestProcesses; random: () => number; deadline: number; orders: number[] }>;

/**
 * Lets shoppers order, pay and cancel for some time, while API, worker and gateway are killed at random, the gateway does
 * not answer, and the database crashes. Afterwards `audit` compares everything, and every confirmed order must exist.
 * Sets the exit code if something differs.
 */
export async function runChaos(dataDir: string, { seconds, seed }: ChaosOptions, report: Report): Promise<void> {
  const postgres = await startPostgres(join(dataDir, "postgres"));
  // The first start creates the tables and the demo data.
  await (await startStorefront(dataDir)).stop();
  const { db } = openDb(postgres.connection, () => undefined, 4);
  const databaseUrl = getDatabaseUrl(postgres.connection);
  try {
    const random = createSeededRandom(seed);
    const productIds = await prepareProducts(db);
    const tokens = await createShoppers(db, SHOPPER_COUNT, () =>
      createTestCustomer(db, { email: `${randomUUID()}@example.test`, signedInAt: new Date() }),
    );
    const processes = await startCrashTestProcesses(databaseUrl, dataDir);
    try {
      const deadline = performance.now() + seconds * 1000;
      const session: Session = { processes, random, deadline, orders: [] };
      const killing = processes.startKilling(createSeededRandom(seed + 1), { maxKills: Infinity });
      const faults = [crashDatabase(join(dataDir, "postgres"), deadline), pauseGateway(session)];
      const restocking = restockDespiteCrashes(db, productIds, deadline);
      await Promise.all(tokens.map((token) => shopUntil(session, token, productIds)));
      const [crashes = 0, pauses = 0] = await Promise.all(faults);
      await restocking;
      const killCount = await killing.stop();
      report(
        "faults",
        `${killCount} processes killed, ${crashes} crashes of the database, ${pauses} pauses of the gateway`,
      );
      await settlePayments({ db, databaseUrl, env: processes.env });
      const unsentEmails = await waitForEmails(db);
      await reportResult(db, { databaseUrl, dataDir, orders: session.orders, unsentEmails }, report);
    } finally {
      await processes.stop();
    }
  } finally {
    await db.destroy();
    await postgres.stop();
  }
}

/** Fills a cart, orders, and pays or leaves; sometimes cancels afterwards. */
async function shopUntil(session: Session, token: string, productIds: readonly number[]): Promise<void> {
  const { processes, random, deadline, orders } = session;
  const post = (path: string, body: object, key?: string) => postToApi(processes.api, token, path, body, key);
  while (performance.now() < deadline) {
    const productId = productIds[Math.floor(random() * productIds.length)];
    const cart = await post("/v1/user/cart", [{ product_id: productId, qty: 1 + Math.floor(random() * 2) }]);
    const total = Number(/"total_price":(\d+(?:\.\d+)?)/.exec(cart.text)?.[1] ?? 0);
    const key = randomUUID();
    const body = { agree: true, agree_offer: true, duty_confirmed: true, expected_total: total };
    let placed = await post("/v1/user/orders", body, key);
    // An answer that never came is asked for again with the same key.
    for (let tries = 0; placed.status === 0 && tries < 20; tries++) {
      await sleep(300);
      placed = await post("/v1/user/orders", body, key);
    }
    if (placed.status !== 201) {
      await sleep(200);
      continue;
    }
    const { order, payment } = (JSON.parse(placed.text) as { data: PlacedOrder }).data;
    orders.push(order.id);
    if (random() < ABANDONED_SHARE) continue;
    await simulatePayment(processes, payment.id, random);
    if (random() < CANCELED_SHARE) await post(`/v1/user/orders/${order.id}/cancel`, {});
  }
}

/** @returns status 0 if there was no answer */
async function postToApi(api: string, token: string, path: string, body: object, key?: string) {
  const headers = {
    ...{ authorization: `Bearer ${token}`, "content-type": "application/json", "accept-language": "ru-RU" },
    ...(key ? { "idempotency-key": key } : {}),
  };
  try {
    const response = await fetch(api + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status >= 500 ? 0 : response.status, text: await response.text() };
  } catch {
    return { status: 0, text: "" };
  }
}

/** Kills the database from time to time; it is started again, and recovers. @returns how often */
async function crashDatabase(clusterFolder: string, deadline: number): Promise<number> {
  let count = 0;
  while (performance.now() + DATABASE_CRASH_INTERVAL_MS < deadline) {
    await sleep(DATABASE_CRASH_INTERVAL_MS);
    const [pid] = readFileSync(join(clusterFolder, "data", "postmaster.pid"), "utf8").split("\n", 1);
    process.kill(Number(pid), "SIGKILL");
    count++;
  }
  return count;
}

/** Lets the payment provider hang for longer than the store waits for it. @returns how often */
async function pauseGateway({ processes, deadline }: Session): Promise<number> {
  let count = 0;
  while (performance.now() + GATEWAY_PAUSE_INTERVAL_MS + GATEWAY_PAUSE_MS < deadline) {
    await sleep(GATEWAY_PAUSE_INTERVAL_MS);
    processes.signal("gateway", "SIGSTOP");
    await sleep(GATEWAY_PAUSE_MS);
    processes.signal("gateway", "SIGCONT");
    count++;
  }
  return count;
}

async function restockDespiteCrashes(db: RootDb, productIds: readonly number[], deadline: number): Promise<void> {
  while (performance.now() + 1000 < deadline)
    await restock(db, productIds, performance.now() + 2500).catch(() => sleep(1000));
}

/** Waits until the worker has sent every email. @returns how many it has not sent in two minutes */
async function waitForEmails(db: RootDb): Promise<number> {
  const until = Date.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const unsent = await db.selectFrom("emails").select("id").where("sent_at", "is", null).execute();
    if (unsent.length === 0 || Date.now() > until) return unsent.length;
    await sleep(500);
  }
}

type Result = Readonly<{ databaseUrl: string; dataDir: string; orders: readonly number[]; unsentEmails: number }>;

async function reportResult(db: RootDb, result: Result, report: Report): Promise<void> {
  const { databaseUrl, dataDir, orders, unsentEmails } = result;
  const stored = await db
    .selectFrom("orders")
    .select(["id", "status"])
    .where("id", "in", [...orders, 0])
    .execute();
  const byStatus = Object.entries(Object.groupBy(stored, ({ status }) => status)).map(
    ([status, rows = []]) => `${rows.length} ${status}`,
  );
  report("confirmed orders", `${orders.length}: ${byStatus.join(", ")}`);
  const lost = new Set(orders).size - stored.length;
  report("confirmed orders that are not there", String(lost), "0");
  report("emails that were not sent", String(unsentEmails), "0");
  const audit = await execute(process.execPath, ["cli/src/main.ts", "audit", "--json"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  }).catch((error: unknown) => error as { stdout: string; stderr: string });
  const checks = JSON.parse(audit.stdout) as { check: string; count: number }[];
  const differences = checks.filter(({ count }) => count > 0).map(({ check, count }) => `${check}: ${count}`);
  report(`${checks.length} comparisons of audit`, differences.join(", ") || "all agree", "all agree");
  if (differences.length > 0) console.error(audit.stdout);
  if (lost > 0 || unsentEmails > 0 || differences.length > 0 || orders.length === 0) process.exitCode = 1;
}
