import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { reconcile } from "../../api/src/payments/jobs.ts";
import { paymentsAtRest } from "../../api/src/payments/background.ts";
import { readConfig } from "../../api/src/platform/config.ts";
import type { Db } from "../../api/src/platform/db.ts";
import type { House } from "../../api/src/platform/http.ts";
import type { Log } from "../../api/src/platform/log.ts";
import { openNews } from "../../api/src/platform/news.ts";
import { chanceOf } from "./chance.ts";
import { openDyingShop } from "./dying-shop.ts";
import { anOrderToPay, aPayer, payThrough } from "./paying-through.ts";

const silent: Log = { info: () => undefined, error: () => undefined };
const SHOPPERS = 20;
const HOUR_MS = 60 * 60_000;
const MENDED_WITHIN_MS = 90_000;

export type Faults = {
  killed: number;
  orders: { paid: number; refunded: number; cancelled: number };
  /** What must never be: one sentence for each case. */
  wrong: string[];
  log: string;
};

/**
 * Pays many orders while shop, gateway and worker are killed at random moments and started again; then lets two hours
 * pass for the job that mends, and looks whether gateway and shop agree on every kopeck.
 */
export async function payThroughFaults(
  at: { db: Db; databaseUrl: string; folder: string },
  how: { payments: number; seed: number },
): Promise<Faults> {
  const { db, databaseUrl, folder } = at;
  const chance = chanceOf(how.seed);
  const shop = await openDyingShop(databaseUrl, folder);
  try {
    const customerId = await aPayer(db);
    const torment = shop.torment(chanceOf(how.seed + 1));
    let left = how.payments;
    const shopping = Array.from({ length: SHOPPERS }, async () => {
      while (left-- > 0) {
        const livesMs = chance() < 0.15 ? 2000 + chance() * 4000 : HOUR_MS;
        const totalMinor = 100_00 + Math.floor(chance() * 5_000_00);
        await payThrough(shop, await anOrderToPay(db, customerId, totalMinor, new Date(Date.now() + livesMs)), chance);
      }
    });
    await Promise.all(shopping);
    const killed = await torment.stop();
    await mendAfterwards({
      config: readConfig({ ...shop.env, ROLE: "worker" }),
      db,
      clock: { now: () => new Date(Date.now() + 2 * HOUR_MS) },
      log: silent,
      news: openNews({ connectionString: databaseUrl }, silent),
      fetch,
      checkAnswers: false,
    });
    return { killed, orders: await countOrders(db), wrong: await disagreements(db), log: shop.log() };
  } finally {
    await shop.stop();
  }
}

/** The job that mends, two hours later, until nothing is left to do. */
async function mendAfterwards(house: House): Promise<void> {
  for (const until = Date.now() + MENDED_WITHIN_MS; Date.now() < until;) {
    const found = await reconcile(house, { dryRun: false });
    await paymentsAtRest();
    if (found.length === 0 && (await openEnds(house.db)) === 0) return;
    await sleep(300);
  }
}

async function openEnds(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from orders where status = 'awaiting_payment')
      + (select count(*) from payment_attempts where status in ('pending', 'challenge'))
      + (select count(*) from refunds where status = 'pending')
      + (select count(*) from sandbox_gateway.payments where status = 'pending')
      + (select count(*) from sandbox_gateway.notifications where next_try_at < now() + interval '15 seconds') as open`.execute(
    db,
  );
  return rows[0]?.open ?? 0;
}

async function countOrders(db: Db): Promise<Faults["orders"]> {
  const rows = await db
    .selectFrom("orders")
    .select(["status", (build) => build.fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return { paid: of("paid"), refunded: of("refunded"), cancelled: of("cancelled") };
}

/** Looks at both sides' books. */
async function disagreements(db: Db): Promise<string[]> {
  const checks = [
    sql<{ wrong: string }>`
      select 'gateway payment ' || g.id || ' succeeded and belongs to no order that is paid or refunded' as wrong
      from sandbox_gateway.payments g
      left join payment_attempts a on a.provider_ref = g.id::text
      left join payments p on p.id = a.payment_id
      left join orders o on o.id = p.order_id
      where g.status = 'succeeded' and (o.id is null or o.status not in ('paid', 'refunded'))`,
    sql<{ wrong: string }>`
      select 'order ' || o.id || ' is ' || o.status || ' and keeps ' || kept.minor || ' of ' || o.total_minor as wrong
      from orders o,
        lateral (select coalesce(sum(g.amount_minor - g.refunded_minor), 0)::bigint as minor
          from sandbox_gateway.payments g where g.status = 'succeeded' and g.metadata ->> 'order_id' = o.id::text) kept
      where kept.minor <> case when o.status = 'paid' then o.total_minor else 0 end`,
    sql<{ wrong: string }>`
      select 'order ' || o.id || ' is paid by ' || count(p.id) || ' payments' as wrong
      from orders o left join payments p on p.order_id = o.id and p.status = 'success'
      where o.status = 'paid' group by o.id having count(p.id) <> 1`,
    sql<{ wrong: string }>`
      select 'refund ' || r.id || ' is ' || r.status || ', its gateway''s is ' || coalesce(g.status, 'not there') as wrong
      from refunds r left join sandbox_gateway.refunds g on g.id::text = r.provider_ref
      where r.status <> 'succeeded' or g.status is distinct from 'succeeded' or g.amount_minor <> r.amount_minor`,
    sql<{ wrong: string }>`
      select 'order ' || id || ' still waits' as wrong from orders where status = 'awaiting_payment'`,
    sql<{ wrong: string }>`
      select 'order ' || order_id || ' became ' || status || ' ' || count(*) || ' times' as wrong
      from order_history group by order_id, status having count(*) > 1`,
  ];
  const found = await Promise.all(checks.map((check) => check.execute(db)));
  return found.flatMap(({ rows }) => rows.map(({ wrong }) => wrong));
}
