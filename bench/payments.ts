import { createHmac, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDb } from "../api/src/platform/db/connection-pool.ts";
import { startCrashTestProcesses } from "../server/test/crash-test-processes.ts";
import { createUnpaidOrder, createCustomer, simulatePayment } from "../server/test/simulated-shopper.ts";
import { payDuringCrashes } from "../server/test/payment-crashes.ts";
import { startPostgres } from "../server/src/embedded-postgres/embedded-postgres.ts";
import type { Report } from "./measure.ts";

const REQUESTS_PER_SECOND = 200;
const DURATION_SECONDS = 10;
const TARGET_P95_MS = 50;

/**
 * Measures payments while processes are killed, and the rate of webhooks. Failures are listed last and set the exit
 * code.
 */
export async function measurePayments(folder: string, minPayments: number, report: Report): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const server = await startPostgres(join(folder, "postgres"));
  const { host, port, user, password, database } = server.connection;
  const databaseUrl = `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const { db } = openDb(server.connection, () => undefined);
  try {
    const { p95, failed } = await measureWebhooks({ db, databaseUrl, folder: join(folder, "webhooks") }, report);
    const startedAt = performance.now();
    const environment = { db, databaseUrl, folder: join(folder, "faults") };
    mkdirSync(environment.folder);
    const result = await payDuringCrashes(environment, { payments: minPayments, minKills: 6, seed: 1 });
    const { killCount, paymentCount, orders, inconsistencies } = result;
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const outcomes = `${orders.paid} paid, ${orders.refunded} refunded, ${orders.cancelled} cancelled`;
    report(
      `${paymentCount} payments, ${killCount} processes killed, ${seconds} s`,
      `${inconsistencies.length} inconsistent; ${outcomes}`,
      "0 inconsistent",
    );
    for (const one of inconsistencies) console.error(`  ${one}`);
    // The webhook benchmark has created one more order.
    const finishedOrders = orders.paid + orders.refunded + orders.cancelled - 1;
    const failures = [
      ...(inconsistencies.length > 0 ? [`${inconsistencies.length} inconsistent`] : []),
      ...(finishedOrders === paymentCount ? [] : [`${paymentCount - finishedOrders} orders not finished`]),
      ...(failed > 0 ? [`${failed} webhooks not accepted`] : []),
      ...(p95 > TARGET_P95_MS ? ["webhooks too slow"] : []),
    ];
    report("verdict", failures.length === 0 ? "passed" : `failed: ${failures.join(", ")}`, "passed");
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await db.destroy();
    await server.stop();
  }
}

type CrashTestEnvironment = Parameters<typeof payDuringCrashes>[0];

/**
 * Sends new signed events of a paid order at a constant rate.
 * @returns the 95th percentile of the response times in ms, and the number of webhooks that were not accepted
 */
async function measureWebhooks(
  { db, databaseUrl, folder }: CrashTestEnvironment,
  report: Report,
): Promise<{ p95: number; failed: number }> {
  mkdirSync(folder);
  const shop = await startCrashTestProcesses(databaseUrl, folder);
  try {
    const payment = await createUnpaidOrder(db, await createCustomer(db), 150_000, new Date(Date.now() + 3_600_000));
    await simulatePayment(shop, payment, () => 0);
    const attempt = await db.selectFrom("payment_attempts").select("provider_ref").executeTakeFirstOrThrow();
    const key = createHmac("sha256", shop.env["SANDBOX_GATEWAY_SECRET"] ?? "")
      .update("notifications")
      .digest();
    const durations: number[] = [];
    let failed = 0;
    const sendWebhook = async () => {
      const object = { id: attempt.provider_ref };
      const body = JSON.stringify({ type: "notification", id: randomUUID(), event: "payment.succeeded", object });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
      const startedAt = performance.now();
      const response = await fetch(`${shop.api}/v1/webhooks/sandbox`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "gateway-timestamp": timestamp,
          "gateway-signature": `sha256=${signature}`,
        },
        body,
      });
      await response.arrayBuffer();
      durations.push(performance.now() - startedAt);
      if (response.status !== 200) failed++;
    };
    const responses: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let index = 0; index < REQUESTS_PER_SECOND * DURATION_SECONDS; index++) {
      const delayMs = startedAt + (index * 1000) / REQUESTS_PER_SECOND - performance.now();
      if (delayMs > 0) await sleep(delayMs);
      responses.push(sendWebhook());
    }
    await Promise.all(responses);
    durations.sort((a, b) => a - b);
    const getPercentile = (share: number) => durations[Math.floor(durations.length * share)] ?? Number.NaN;
    const [p50, p95] = [getPercentile(0.5), getPercentile(0.95)];
    const measured = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${failed} failed`;
    report(`webhooks at ${REQUESTS_PER_SECOND} per second`, measured, `p95 ${TARGET_P95_MS} ms`);
    return { p95, failed };
  } finally {
    await shop.stop();
  }
}
