import { createHmac, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDb } from "../api/src/platform/db.ts";
import { openDyingShop } from "../server/test/dying-shop.ts";
import { anOrderToPay, aPayer, payThrough } from "../server/test/paying-through.ts";
import { payThroughFaults } from "../server/test/payment-faults.ts";
import { startPostgres } from "../server/src/postgres.ts";
import type { Note } from "./measure.ts";

const PER_SECOND = 200;
const SECONDS = 10;
const P95_WANTED_MS = 50;

/** How payments bear being killed, and how fast webhooks are taken. What does not hold is said last, and is the exit's code. */
export async function measurePayments(folder: string, payments: number, note: Note): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const server = await startPostgres(join(folder, "postgres"));
  const { host, port, user, password, database } = server.connection;
  const databaseUrl = `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const { db } = openDb(server.connection, () => undefined);
  try {
    const { p95, failed } = await measureWebhooks({ db, databaseUrl, folder: join(folder, "webhooks") }, note);
    const began = performance.now();
    const at = { db, databaseUrl, folder: join(folder, "faults") };
    mkdirSync(at.folder);
    const { killed, orders, wrong } = await payThroughFaults(at, { payments, seed: 1 });
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    const ends = `${orders.paid} paid, ${orders.refunded} refunded, ${orders.cancelled} cancelled`;
    note(
      `${payments} payments, ${killed} processes killed, ${seconds} s`,
      `${wrong.length} stranded; ${ends}`,
      "0 stranded",
    );
    for (const one of wrong) console.error(`  ${one}`);
    // The webhooks were told of one more order.
    const ended = orders.paid + orders.refunded + orders.cancelled - 1;
    const broken = [
      ...(wrong.length > 0 ? [`${wrong.length} stranded`] : []),
      ...(ended === payments ? [] : [`${payments - ended} orders without an end`]),
      ...(killed > 0 ? [] : ["nothing was killed, so nothing is shown"]),
      ...(failed > 0 ? [`${failed} webhooks not taken`] : []),
      ...(p95 > P95_WANTED_MS ? ["webhooks too slow"] : []),
    ];
    note("verdict", broken.length === 0 ? "holds" : `does not hold: ${broken.join(", ")}`, "holds");
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await db.destroy();
    await server.stop();
  }
}

type At = Parameters<typeof payThroughFaults>[0];

/** Signed events of a paid order, each a new one, at an even pace. */
async function measureWebhooks({ db, databaseUrl, folder }: At, note: Note): Promise<{ p95: number; failed: number }> {
  mkdirSync(folder);
  const shop = await openDyingShop(databaseUrl, folder);
  try {
    const payment = await anOrderToPay(db, await aPayer(db), 150_000, new Date(Date.now() + 3_600_000));
    await payThrough(shop, payment, () => 0);
    const attempt = await db.selectFrom("payment_attempts").select("provider_ref").executeTakeFirstOrThrow();
    const key = createHmac("sha256", shop.env["SANDBOX_GATEWAY_SECRET"] ?? "")
      .update("notifications")
      .digest();
    const times: number[] = [];
    let failed = 0;
    const tell = async () => {
      const object = { id: attempt.provider_ref };
      const body = JSON.stringify({ type: "notification", id: randomUUID(), event: "payment.succeeded", object });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac("sha256", key).update(`${timestamp}.${body}`).digest("hex");
      const began = performance.now();
      const answer = await fetch(`${shop.api}/v1/webhooks/sandbox`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "gateway-timestamp": timestamp,
          "gateway-signature": `sha256=${signature}`,
        },
        body,
      });
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      if (answer.status !== 200) failed++;
    };
    const answers: Promise<void>[] = [];
    const began = performance.now();
    for (let sent = 0; sent < PER_SECOND * SECONDS; sent++) {
      const wait = began + (sent * 1000) / PER_SECOND - performance.now();
      if (wait > 0) await sleep(wait);
      answers.push(tell());
    }
    await Promise.all(answers);
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
    const [p50, p95] = [at(0.5), at(0.95)];
    const reached = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${failed} failed`;
    note(`webhooks at ${PER_SECOND} a second`, reached, `p95 ${P95_WANTED_MS} ms`);
    return { p95, failed };
  } finally {
    await shop.stop();
  }
}
