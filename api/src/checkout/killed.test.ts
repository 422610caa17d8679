import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { type Death, openMortalShops } from "../../test/mortal-shop.ts";
import { anotherShopper, aShopper, putInCart, type Shopper } from "../cart/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import { prepareJobs } from "../platform/jobs.ts";
import { mailJob } from "../platform/mail.ts";

const shop = await openTestShop();
const processes = openMortalShops(shop, 2);
afterAll(() => processes.close());

const request = { agree: true, expected_total: 4499 };
const keyOf = (shopper: Shopper) => `order-of-${shopper.id}`;

it(
  "leaves nothing or one whole order, wherever in placing it the process is killed",
  { timeout: 120_000 },
  async () => {
    // The queues are there, so that work left for the background is seen.
    await prepareJobs(shop.db, [mailJob({})]);
    const goods = [await aProduct(shop.db), await aProduct(shop.db)];
    const lucky = await aShopper(shop.db);
    const doubtful = await anotherShopper(shop.db);
    const unlucky = await anotherShopper(shop.db);
    for (const { id } of [lucky, doubtful, unlucky])
      for (const { id: productId } of goods) await putInCart(shop.db, id, { productId, qty: 2 });

    const emptyShop = await everything();
    const statements = await placeInOwnProcess(lucky, null);
    const oneOrder = await everything();
    const wholeOrder = changes(emptyShop, oneOrder);
    expect(wholeOrder).toMatchObject({
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
      await placeInOwnProcess(unlucky, { statement, when: "answered" });
      const left = changes(oneOrder, await everything());
      expect({ after: statements[statement - 1], left }).toEqual({ after: statements[statement - 1], left: {} });
    }

    await placeInOwnProcess(unlucky, { statement: commit, when: "answered" });
    const twoOrders = await everything();
    expect(changes(oneOrder, twoOrders)).toEqual(wholeOrder);
    await repeat(unlucky);
    expect(changes(twoOrders, await everything())).toEqual({});

    await placeInOwnProcess(doubtful, { statement: commit, when: "sent" });
    expect([{}, wholeOrder]).toContainEqual(changes(twoOrders, await everything()));
    await repeat(doubtful);
    expect(changes(twoOrders, await everything())).toEqual(wholeOrder);
  },
);

/** @returns the statements of the placing, none when the process died. */
async function placeInOwnProcess(shopper: Shopper, death: Death | null): Promise<string[]> {
  const by = {
    customerId: shopper.id,
    email: `customer-${shopper.id}@example.test`,
    locale: "ru-RU" as const,
    currency: "RUB",
    now: TEST_NOW,
    ip: "192.0.2.1",
    userAgent: "",
    providers: ["sandbox"] as const,
    key: keyOf(shopper),
  };
  const told = await processes.placeOrder({ request, by, death });
  expect({ killed: told === null }).toEqual({ killed: death !== null });
  await expect.poll(openTransactions, { interval: 5, timeout: 5000 }).toBe(0);
  return told?.statements ?? [];
}

/** The same request with the same key, sent twice to a shop that lives. */
async function repeat(shopper: Shopper): Promise<void> {
  const ask = { token: shopper.token, key: keyOf(shopper), body: request };
  const first = await shop.ask("POST", "/v1/user/orders", ask);
  const second = await shop.ask("POST", "/v1/user/orders", ask);
  expect([first.status, second.body]).toEqual([201, first.body]);
}

/** Transactions of others that the database has not ended yet: for a moment those of a killed process. */
async function openTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(shop.db);
  return rows[0]?.count ?? Number.NaN;
}

type Content = { name: string; rows: number; hash: string };

/** What stands in every table of the database, those of jobs and letters too. */
async function everything(): Promise<Map<string, Content>> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(shop.db);
  const reads = tables.rows.map(
    ({ name }) => sql<Content>`
      select ${name} as name, count(*) as rows, md5(string_agg(t::text, '' order by t::text)) as hash
      from ${sql.raw(name)} t`,
  );
  const { rows } = await sql<Content>`${sql.join(reads, sql` union all `)}`.execute(shop.db);
  return new Map(rows.map((content) => [content.name, content]));
}

/** The tables whose content differs, and by how many rows. */
function changes(before: Map<string, Content>, after: Map<string, Content>): Record<string, number> {
  const changed = [...after.values()].filter(({ name, hash }) => before.get(name)?.hash !== hash);
  return Object.fromEntries(changed.map(({ name, rows }) => [name, rows - (before.get(name)?.rows ?? 0)]));
}
