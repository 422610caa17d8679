import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { reconcile } from "../../api/src/payments/jobs.ts";
import { waitForBackgroundTasks } from "../../api/src/payments/background-tasks.ts";
import { findNextProductChange } from "../../api/src/catalog/next-product-change.ts";
import { loadShippingTerms } from "../../api/src/delivery/shipping-quote.ts";
import { decryptIdentity } from "../../api/src/orders/identity/identity-encryption.ts";
import { orderEventHandlers } from "../../api/src/order-event-handlers.ts";
import { createPaymentProviders } from "../../api/src/payments/providers/payment-providers.ts";
import { readConfig } from "../../api/src/platform/config.ts";
import type { Db, RootDb } from "../../api/src/platform/db/database.ts";
import type { AppContext } from "../../api/src/platform/http/endpoint.ts";
import type { Log } from "../../api/src/platform/log.ts";
import { openPubSub } from "../../api/src/platform/db/open-pub-sub.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { startCrashTestProcesses } from "./crash-test-processes.ts";
import { createUnpaidOrder, createCustomer, simulatePayment } from "./simulated-shopper.ts";
import { openFolderStorage } from "../../api/src/platform/file-storage/folder-storage.ts";

const silentLog: Log = { info: () => undefined, error: () => undefined };
const SHOPPER_COUNT = 20;
/** Then there are no more, even if too few processes have been killed. */
const MAX_PAYMENTS = 5000;
const HOUR_MS = 60 * 60_000;
const RECONCILIATION_TIMEOUT_MS = 90_000;
/** Longer than the pauses of up to 15 seconds after which a notification is sent again. */
const UNCHANGED_MS = 20_000;

export type CrashTestResult = {
  killCount: number;
  paymentCount: number;
  orders: { paid: number; refunded: number; cancelled: number };
  /** Inconsistencies that must not exist: one sentence for each. */
  inconsistencies: string[];
  log: string;
};

/**
 * Pays many orders while API, gateway and worker are killed at random moments and restarted; then runs the
 * reconciliation job with a clock two hours ahead, and checks that gateway and store agree on every amount.
 * @param options.payments the least number of payments: there are more until `minKills` processes have been killed
 */
export async function payDuringCrashes(
  environment: { db: RootDb; databaseUrl: string; folder: string },
  options: { payments: number; minKills: number; seed: number },
): Promise<CrashTestResult> {
  const { db, databaseUrl, folder } = environment;
  const random = createSeededRandom(options.seed);
  const shop = await startCrashTestProcesses(databaseUrl, folder);
  try {
    const customerId = await createCustomer(db);
    const killing = shop.startKilling(createSeededRandom(options.seed + 1));
    let paymentCount = 0;
    const shoppers = Array.from({ length: SHOPPER_COUNT }, async () => {
      while (
        paymentCount < options.payments ||
        (killing.getCount() < options.minKills && paymentCount < MAX_PAYMENTS)
      ) {
        paymentCount += 1;
        const lifetimeMs = random() < 0.15 ? 2000 + random() * 4000 : HOUR_MS;
        const totalMinor = 100_00 + Math.floor(random() * 5_000_00);
        await simulatePayment(
          shop,
          await createUnpaidOrder(db, customerId, totalMinor, new Date(Date.now() + lifetimeMs)),
          random,
        );
      }
    });
    await Promise.all(shoppers);
    const killCount = await killing.stop();
    await settlePayments({ db, databaseUrl, env: shop.env });
    return {
      ...{ killCount, paymentCount },
      orders: await countOrders(db),
      inconsistencies: await findInconsistencies(db),
      log: shop.log(),
    };
  } finally {
    await shop.stop();
  }
}

/** Completes or cancels every payment: runs the reconciliation job with a clock two hours ahead until nothing is left to do. */
export async function settlePayments({
  db,
  databaseUrl,
  env,
}: {
  db: RootDb;
  databaseUrl: string;
  env: Record<string, string>;
}): Promise<void> {
  const services = {
    config: readConfig({ ...env, ROLE: "worker" }),
    clock: { now: () => new Date(Date.now() + 2 * HOUR_MS) },
    log: silentLog,
    fetch,
  };
  const pubSub = openPubSub({ connectionString: databaseUrl }, silentLog);
  await reconcileUntilSettled({
    ...{ ...services, db, pubSub, orderEventHandlers, loadShippingTerms, findNextProductChange },
    files: openFolderStorage(services.config.dataDir),
    paymentProviders: createPaymentProviders(services),
    decryptRecipientIdentity: decryptIdentity,
    shouldValidateResponses: false,
  });
  await pubSub.close();
}

async function reconcileUntilSettled(app: AppContext): Promise<void> {
  let [openItems, changedAt] = [Infinity, Date.now()];
  for (const deadline = Date.now() + RECONCILIATION_TIMEOUT_MS; Date.now() < deadline;) {
    const findings = await reconcile(app, { dryRun: false });
    await waitForBackgroundTasks();
    const count = findings.length + (await countOpenItems(app.db));
    if (count !== openItems) [openItems, changedAt] = [count, Date.now()];
    // The demo data has orders and refunds that stay open.
    if (count === 0 || Date.now() - changedAt > UNCHANGED_MS) return;
    await sleep(300);
  }
}

async function countOpenItems(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select (select count(*) from orders where status = 'awaiting_payment')
      + (select count(*) from payment_attempts where status in ('pending', 'challenge'))
      + (select count(*) from refunds where status = 'pending')
      + (select count(*) from sandbox_gateway.payments where status = 'pending')
      + (select count(*) from sandbox_gateway.notifications where next_attempt_at < now() + interval '15 seconds') as open`.execute(
    db,
  );
  return rows[0]?.open ?? 0;
}

async function countOrders(db: Db): Promise<CrashTestResult["orders"]> {
  const rows = await db
    .selectFrom("orders")
    .select(["status", (build) => build.fn.countAll<number>().as("count")])
    .groupBy("status")
    .execute();
  const getCount = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return { paid: getCount("paid"), refunded: getCount("refunded"), cancelled: getCount("cancelled") };
}

/** Compares the records of gateway and store. */
async function findInconsistencies(db: Db): Promise<string[]> {
  const consistencyChecks = [
    sql<{ wrong: string }>`
      select 'gateway payment ' || g.id || ' succeeded and belongs to no order that is paid or refunded' as wrong
      from sandbox_gateway.payments g
      left join payment_attempts a on a.provider_ref = g.id::text
      left join payments p on p.id = a.payment_id
      left join orders o on o.id = p.order_id
      where g.status = 'succeeded' and (o.id is null or o.status not in ('paid', 'refunded'))`,
    sql<{ wrong: string }>`
      select 'order ' || o.id || ' is ' || o.status || ' and keeps ' || captured.minor || ' of ' || o.total_minor as wrong
      from orders o,
        lateral (select coalesce(sum(g.amount_minor - g.refunded_minor), 0)::bigint as minor
          from sandbox_gateway.payments g where g.status = 'succeeded' and g.metadata ->> 'order_id' = o.id::text) captured
      where captured.minor <> case when o.status = 'paid' then o.total_minor else 0 end`,
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
  const findings = await Promise.all(consistencyChecks.map((check) => check.execute(db)));
  return findings.flatMap(({ rows }) => rows.map(({ wrong }) => wrong));
}
