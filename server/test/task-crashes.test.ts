import { beforeEach, expect, it } from "vitest";
import { createProduct } from "../../api/src/catalog/fixtures.ts";
import { openTestShop } from "../../api/test/harness.ts";
import { runTaskInProcess } from "../../api/test/task-crash.ts";
import { openTaskClient } from "../../api/test/task-client.ts";

const ORDERS = 30;
const CHUNK_SIZE = 4;

const shop = await openTestShop();
const tasks = openTaskClient(shop);
beforeEach(tasks.signInOlga);

/** A number of statements that differs for each process, up to those of two chunks or so. */
function* generateCrashPoints() {
  for (let n = 1; ; n++) yield { statement: 3 + ((n * 37) % 140), phase: n % 2 === 0 ? "sent" : "completed" } as const;
}

it("makes a planned change of products once, although its worker is killed", { timeout: 300_000 }, async () => {
  const products = 12;
  const ids: string[] = [];
  while (ids.length < products) ids.push(String((await createProduct(shop.db, { status: "draft" })).id));
  const run_at = new Date(shop.clock.now().getTime() + 60_000).toISOString();
  const input = { change: "publish" };
  const { body } = await tasks.startWith({ kind: "products.update", selection: { ids }, input, run_at });
  const taskId = body.data.result.task_id ?? 0;
  // The process has the time of the system.
  const past = new Date(Date.now() - 1000);
  await shop.db.updateTable("tasks").set({ run_at: past }).where("id", "=", taskId).execute();
  let kills = 0;
  for (const crash of generateCrashPoints()) {
    const isKilled = await runTaskInProcess(shop, { taskId, chunkSize: CHUNK_SIZE, crash });
    await expect.poll(countOpenTransactions, { interval: 5, timeout: 10_000 }).toBe(0);
    const published = await shop.db.selectFrom("products").select("id").where("status", "=", "active").execute();
    const entries = await tasks.listEntries(taskId);
    expect(entries.map(({ subject_id }) => Number(subject_id)).toSorted((a, b) => a - b)).toEqual(
      published.map(({ id }) => id).toSorted((a, b) => a - b),
    );
    if (!isKilled) break;
    kills += 1;
    expect(kills).toBeLessThan(100);
  }
  expect(kills).toBeGreaterThan(1);
  expect(await tasks.listEntries(taskId)).toHaveLength(products);
});

it("continues where a killed worker stopped, and executes no record twice", { timeout: 300_000 }, async () => {
  const orders = await tasks.createOrders(ORDERS);
  const taskId = await tasks.startId();
  let kills = 0;
  for (const crash of generateCrashPoints()) {
    const isKilled = await runTaskInProcess(shop, { taskId, chunkSize: CHUNK_SIZE, crash });
    await expect.poll(countOpenTransactions, { interval: 5, timeout: 10_000 }).toBe(0);
    await expectConsistent(taskId, orders, isKilled);
    if (!isKilled) break;
    kills += 1;
    // Each process makes progress at the latest when it is killed after the statements of a chunk.
    expect(kills).toBeLessThan(100);
  }
  expect(kills).toBeGreaterThan(3);
  expect(await tasks.get(taskId)).toMatchObject({ status: "succeeded", done: ORDERS, unchanged: 0, failed: 0 });
  expect(await tasks.getStatuses(orders)).toEqual(orders.map(() => "packing"));
});

/** Chunks are executed or untouched: orders, items, counts and audit entries agree. */
async function expectConsistent(taskId: number, orders: readonly number[], isKilled: boolean): Promise<void> {
  const items = await shop.db
    .selectFrom("task_items")
    .select("subject_id")
    .where("task_id", "=", taskId)
    .where("status", "=", "done")
    .orderBy("seq")
    .execute();
  const done = items.map(({ subject_id }) => subject_id);
  if (isKilled && done.length < ORDERS) expect(done.length % CHUNK_SIZE).toBe(0);
  const statuses = await tasks.getStatuses(orders);
  expect(orders.filter((_, index) => statuses[index] === "packing").map(String)).toEqual(done);
  expect((await tasks.listEntries(taskId)).map(({ subject_id }) => subject_id)).toEqual(done);
  const history = shop.db.selectFrom("order_history").select("order_id").where("status", "=", "packing");
  expect((await history.orderBy("order_id").execute()).map(({ order_id }) => String(order_id))).toEqual(done);
  expect((await tasks.get(taskId)).done).toBe(done.length);
}

async function countOpenTransactions(): Promise<number> {
  const { rows } = await shop.pool.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and state <> 'idle'`,
  );
  return Number(rows[0]?.count);
}
