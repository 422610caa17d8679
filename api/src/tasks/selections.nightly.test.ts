import { sql } from "kysely";
import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { fillOrderYear } from "../../test/order-year.ts";
import { openTaskClient } from "../../test/task-client.ts";
import { createProduct } from "../catalog/fixtures.ts";
import type { RecordSelection } from "./admin-schema.ts";

const ORDERS = 10_000;
const FIRST_ID = 100_000_001;
const ROUNDS = 30;
const TIMEOUT_MS = 600_000;
const filter = { view: "all", status: "delivered" };

const shop = await openTestShop();
const { db } = shop;
const tasks = openTaskClient(shop);

beforeEach(async () => {
  await tasks.signInOlga();
  for (let n = 0; n < 20; n++) await createProduct(db, { slug: `product-${n}` });
  await fillOrderYear(db, { orders: ORDERS, customers: 100, now: shop.clock.now() });
  await sql`update orders set status = 'delivered', paid_at = coalesce(paid_at, placed_at)`.execute(db);
}, TIMEOUT_MS);

const start = (selection: RecordSelection) =>
  tasks.startWith({ kind: "orders.assign", selection: { resource: "orders", filter, ...selection } });
const listOrders = async () => {
  const { rows } = await sql<{ id: string }>`select id::text as id from orders where status = 'delivered'`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
const listItems = async (taskId: number) => {
  const rows = await db.selectFrom("task_items").select("subject_id").where("task_id", "=", taskId).execute();
  return new Set(rows.map(({ subject_id }) => subject_id));
};

/** One order leaves the list, and another one comes: the number of orders stays. */
const replaceOrder = (n: number) =>
  sql`update orders set status = case when id = ${FIRST_ID + n} then 'returned' else 'delivered' end
    where id in (${FIRST_ID + n}, ${FIRST_ID + n - 1})`.execute(db);

it(`selects exactly the confirmed ones of ${ORDERS} orders, or none`, { timeout: TIMEOUT_MS }, async () => {
  await replaceOrder(1);
  let started = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const confirmed = await listOrders();
    const { data: selection } = (await tasks.select(filter)).body;
    expect(selection.count).toBe(ORDERS - 1);
    // In turns the list stays, changes before the task starts, or at the same time.
    if (round % 3 === 1) await replaceOrder(round + 1);
    const [{ status, body }] = await Promise.all([
      start(selection),
      round % 3 === 2 ? replaceOrder(round + 1) : undefined,
    ]);
    if (round % 3 === 0) {
      await replaceOrder(round + 1);
      expect(status).toBe(200);
    }
    if (round % 3 === 1) expect(status).toBe(409);
    if (status === 200) {
      expect(await listItems(body.data.result.task_id ?? 0)).toEqual(confirmed);
      started += 1;
    } else expect(body.code).toBe("selection_changed");
  }
  expect(await db.selectFrom("tasks").select("id").execute()).toHaveLength(started);
});

it(`changes ${ORDERS} orders, each once and no others`, { timeout: TIMEOUT_MS }, async () => {
  await sql`update orders set status = 'returned' where id <= ${FIRST_ID + 2}`.execute(db);
  const selected = await listOrders();
  const { data: selection } = (await tasks.select(filter)).body;
  const taskId = (await start(selection)).body.data.result.task_id ?? 0;
  // Orders that come later are not part of the task.
  await sql`update orders set status = 'delivered'`.execute(db);
  // As the jobs that continue it do.
  while ((await tasks.get(taskId)).finished_at === null) await tasks.run(taskId);
  expect(await tasks.get(taskId)).toMatchObject({ status: "succeeded", done: selection.count });
  const assigned = await db.selectFrom("order_assignments").select("order_id").execute();
  expect(new Set(assigned.map(({ order_id }) => String(order_id)))).toEqual(selected);
  const entries = (await tasks.listEntries(taskId)).map(({ subject_id }) => subject_id);
  expect([entries.length, new Set(entries).size]).toEqual([selected.size, selected.size]);
});
