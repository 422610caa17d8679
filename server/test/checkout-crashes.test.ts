import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../api/test/harness.ts";
import { openCrashableProcesses } from "../../api/test/order-crash.ts";
import type { CrashPoint } from "../../api/test/watch-statements.ts";
import { createAnotherShopper, createShopper, addToCart, type Shopper } from "../../api/src/cart/fixtures.ts";
import { createProduct } from "../../api/src/catalog/fixtures.ts";
import { setUpJobQueues } from "../../api/src/platform/jobs/job-queue.ts";
import { createEmailJob } from "../../api/src/platform/mail/mailer.ts";

const shop = await openTestShop();
const processes = openCrashableProcesses(shop, 2);
afterAll(() => processes.close());

const request = { agree: true, expected_total: 4499 };
const getKey = (shopper: Shopper) => `order-of-${shopper.id}`;

it(
  "leaves no trace or one complete order, at whichever statement the process is killed",
  { timeout: 120_000 },
  async () => {
    // Create the queues, so that queued background jobs are included.
    await setUpJobQueues(shop.db, [createEmailJob({})]);
    const goods = [await createProduct(shop.db), await createProduct(shop.db)];
    const firstShopper = await createShopper(shop.db);
    const uncertainShopper = await createAnotherShopper(shop.db);
    const crashedShopper = await createAnotherShopper(shop.db);
    for (const { id } of [firstShopper, uncertainShopper, crashedShopper])
      for (const { id: productId } of goods) await addToCart(shop.db, id, { productId, qty: 2 });

    const beforeOrders = await readDatabase();
    const statements = await placeInChildProcess(firstShopper, null);
    const oneOrder = await readDatabase();
    const changesOfOneOrder = compareContents(beforeOrders, oneOrder);
    expect(changesOfOneOrder).toMatchObject({
      "public.orders": 1,
      "public.order_lines": 2,
      "public.order_history": 1,
      "public.payments": 1,
      "public.idempotency_keys": 1,
      "public.cart_lines": -2,
      "public.product_variants": 0,
    });
    const commit = statements.length;
    expect([statements[0], statements[commit - 1]]).toEqual(["begin", "commit"]);

    for (let statement = 1; statement < commit; statement++) {
      await placeInChildProcess(crashedShopper, { statement, phase: "completed" });
      const changesLeft = compareContents(oneOrder, await readDatabase());
      expect({ after: statements[statement - 1], left: changesLeft }).toEqual({
        after: statements[statement - 1],
        left: {},
      });
    }

    await placeInChildProcess(crashedShopper, { statement: commit, phase: "completed" });
    const twoOrders = await readDatabase();
    expect(compareContents(oneOrder, twoOrders)).toEqual(changesOfOneOrder);
    await repeatRequest(crashedShopper);
    expect(compareContents(twoOrders, await readDatabase())).toEqual({});

    await placeInChildProcess(uncertainShopper, { statement: commit, phase: "sent" });
    expect([{}, changesOfOneOrder]).toContainEqual(compareContents(twoOrders, await readDatabase()));
    await repeatRequest(uncertainShopper);
    expect(compareContents(twoOrders, await readDatabase())).toEqual(changesOfOneOrder);
  },
);

/**
 * Places an order in a child process, which is killed at the given point.
 * @returns the SQL statements executed; empty if the process was killed
 */
async function placeInChildProcess(shopper: Shopper, crash: CrashPoint | null): Promise<string[]> {
  const context = {
    customerId: shopper.id,
    email: `customer-${shopper.id}@example.test`,
    locale: "ru-RU" as const,
    currency: "RUB",
    now: TEST_NOW,
    ip: "192.0.2.1",
    userAgent: "",
    key: getKey(shopper),
  };
  const result = await processes.placeOrder({ request, context, crash });
  expect({ killed: result === null }).toEqual({ killed: crash !== null });
  await expect.poll(countOpenTransactions, { interval: 5, timeout: 5000 }).toBe(0);
  return result?.statements ?? [];
}

/** Sends the same request with the same key twice to a running process. */
async function repeatRequest(shopper: Shopper): Promise<void> {
  const options = { token: shopper.token, key: getKey(shopper), body: request };
  const first = await shop.request("POST", "/v1/user/orders", options);
  const second = await shop.request("POST", "/v1/user/orders", options);
  expect([first.status, second.body]).toEqual([201, first.body]);
}

/** Counts transactions of other connections that are still open; for a moment, those of a killed process. */
async function countOpenTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(shop.db);
  return rows[0]?.count ?? Number.NaN;
}

type TableContent = { name: string; rows: number; hash: string };

/** Reads row count and hash of every table, including those of jobs and emails. */
async function readDatabase(): Promise<Map<string, TableContent>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(shop.db);
  const queries = tables.rows.map(
    ({ name }) => sql<TableContent>`
      select ${name} as name, count(*) as rows, md5(string_agg(t::text, '' order by t::text)) as hash
      from ${sql.raw(name)} t`,
  );
  const { rows } = await sql<TableContent>`${sql.join(queries, sql` union all `)}`.execute(shop.db);
  return new Map(rows.map((content) => [content.name, content]));
}

/** Returns the tables whose content differs, with the difference in row count. */
function compareContents(before: Map<string, TableContent>, after: Map<string, TableContent>): Record<string, number> {
  const changed = [...after.values()].filter(({ name, hash }) => before.get(name)?.hash !== hash);
  return Object.fromEntries(changed.map(({ name, rows }) => [name, rows - (before.get(name)?.rows ?? 0)]));
}
