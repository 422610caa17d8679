import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { openTestShop } from "../../../test/harness.ts";
import { withTransaction } from "../db/database.ts";
import { getScope } from "../observability/request-scope.ts";
import { type Job, createJob, setUpJobQueues, type Queue, queueJob } from "./job-queue.ts";
import { startWorkers } from "./workers.ts";

const shop = await openTestShop();
const { db, app, connection } = shop;

const testQueue: Queue<{ orderId: number }> = { name: "test.parcels", payload: z.object({ orderId: z.int() }) };
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await db.executeQuery({ sql: "delete from pgboss.job", parameters: [] } as never);
});

async function startTestWorkers(jobs: Job[]): Promise<void> {
  await setUpJobQueues(db, jobs);
  const { stop } = await startWorkers(app, connection, jobs);
  stops.push(stop);
}

async function countWaitingJobs(name: string): Promise<number> {
  const { rows } = await shop.pool.query<{ count: number }>(
    "select count(*) from pgboss.job where name = $1 and state = 'created'",
    [name],
  );
  return rows[0]?.count ?? 0;
}

it("runs a job of a committed transaction once, and no job of one that was rolled back", async () => {
  const done: number[] = [];
  const job = createJob(testQueue, async (_app, { orderId }) => void done.push(orderId));
  await setUpJobQueues(db, [job]);
  await withTransaction(db, (db) => queueJob(db, testQueue, { orderId: 1 }));
  const rolledBack = withTransaction(db, async (db) => {
    await queueJob(db, testQueue, { orderId: 2 });
    throw new Error("undone");
  });
  await expect(rolledBack).rejects.toThrow("undone");
  expect(await countWaitingJobs(testQueue.name)).toBe(1);
  await startTestWorkers([job]);
  await startTestWorkers([job]);
  await vi.waitFor(() => expect(done).toContain(1), 5000);
  await queueJob(db, testQueue, { orderId: 3 });
  await vi.waitFor(() => expect(done).toContain(3), 5000);
  expect(done).toEqual([1, 3]);
});

it("runs a job in a scope of its own, with the id of the job", async () => {
  const scopes: unknown[] = [];
  const job = createJob(testQueue, async () => void scopes.push(getScope()));
  await setUpJobQueues(db, [job]);
  await queueJob(db, testQueue, { orderId: 1 });
  const { rows } = await shop.pool.query<{ id: string }>("select id from pgboss.job where name = $1", [testQueue.name]);
  await startTestWorkers([job]);
  await vi.waitFor(() => expect(scopes).toHaveLength(1), 5000);
  expect(scopes).toEqual([{ requestId: rows[0]?.id, traceId: expect.stringMatching(/^[\da-f]{32}$/), route: null }]);
});

it("rejects an invalid payload before it is enqueued", async () => {
  await setUpJobQueues(db, [createJob(testQueue, async () => undefined)]);
  await expect(queueJob(db, testQueue, { orderId: 1.5 })).rejects.toThrow("orderId");
  expect(await countWaitingJobs(testQueue.name)).toBe(0);
});

it.each([
  [11, "ahead of"],
  [-11, "behind"],
])("runs no job while the clock of the process is %i minutes from that of the database", async (minutes, relation) => {
  const done: number[] = [];
  const job = createJob(testQueue, async (_app, { orderId }) => void done.push(orderId));
  await setUpJobQueues(db, [job]);
  await queueJob(db, testQueue, { orderId: 1 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * 60_000 });
  await startTestWorkers([job]);
  // The library warns as well.
  const isRefused = () => shop.errors.some((error) => String(error).includes(`${relation} that of the database`));
  await vi.waitUntil(isRefused, 5000).finally(() => vi.useRealTimers());
  expect(done).toEqual([]);
  shop.errors.length = 0;
});

it("delays a job until it is due, and logs which job failed", async () => {
  const job = createJob(testQueue, async () => {
    throw new Error("no carrier available");
  });
  await setUpJobQueues(db, [job]);
  await queueJob(db, testQueue, { orderId: 1 }, { after: new Date("2999-01-01T00:00:00Z") });
  await queueJob(db, testQueue, { orderId: 2 });
  await startTestWorkers([job]);
  await vi.waitFor(() => expect(shop.errors).toHaveLength(1), 5000);
  expect(String(shop.errors[0])).toContain("no carrier available");
  expect(await countWaitingJobs(testQueue.name)).toBe(1);
  shop.errors.length = 0;
});

it("keeps the schedules of existing jobs and deletes others", async () => {
  const nightly = { name: "test.nightly", schedule: "0 3 * * *", work: async () => undefined };
  const hourly = { name: "test.hourly", schedule: "0 * * * *", work: async () => undefined };
  const schedules = async () =>
    (await shop.pool.query<{ name: string; cron: string }>("select name, cron from pgboss.schedule order by name"))
      .rows;
  await setUpJobQueues(db, [nightly, hourly]);
  expect(await schedules()).toEqual([
    { name: "test.hourly", cron: "0 * * * *" },
    { name: "test.nightly", cron: "0 3 * * *" },
  ]);
  await setUpJobQueues(db, [{ ...nightly, schedule: "30 3 * * *" }]);
  expect(await schedules()).toEqual([{ name: "test.nightly", cron: "30 3 * * *" }]);
});
