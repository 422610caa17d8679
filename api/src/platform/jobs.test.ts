import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { openTestShop } from "../../test/harness.ts";
import { withTransaction } from "./db.ts";
import { type Job, jobFor, prepareJobs, type Queue, queueJob, startWorkers } from "./jobs.ts";

const shop = await openTestShop();
const { db, house, connection } = shop;

const parcels: Queue<{ orderId: number }> = { name: "test.parcels", payload: z.object({ orderId: z.int() }) };
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await db.executeQuery({ sql: "delete from pgboss.job", parameters: [] } as never);
});

async function work(jobs: Job[]): Promise<void> {
  await prepareJobs(db, jobs);
  const { stop } = await startWorkers(house, connection, jobs);
  stops.push(stop);
}

async function waiting(name: string): Promise<number> {
  const { rows } = await shop.pool.query<{ count: number }>(
    "select count(*) from pgboss.job where name = $1 and state = 'created'",
    [name],
  );
  return rows[0]?.count ?? 0;
}

it("does what was queued with a transaction, once, and nothing of one that was undone", async () => {
  const done: number[] = [];
  const job = jobFor(parcels, async (_house, { orderId }) => void done.push(orderId));
  await prepareJobs(db, [job]);
  await withTransaction(db, (db) => queueJob(db, parcels, { orderId: 1 }));
  const undone = withTransaction(db, async (db) => {
    await queueJob(db, parcels, { orderId: 2 });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await waiting(parcels.name)).toBe(1);
  await work([job]);
  await work([job]);
  await vi.waitFor(() => expect(done).toContain(1), 5000);
  await queueJob(db, parcels, { orderId: 3 });
  await vi.waitFor(() => expect(done).toContain(3), 5000);
  expect(done).toEqual([1, 3]);
});

it("refuses a payload that does not fit, before anything is queued", async () => {
  await prepareJobs(db, [jobFor(parcels, async () => undefined)]);
  await expect(queueJob(db, parcels, { orderId: 1.5 })).rejects.toThrow("orderId");
  expect(await waiting(parcels.name)).toBe(0);
});

it("keeps for later what is not due, and says which job failed", async () => {
  const job = jobFor(parcels, async () => {
    throw new Error("no van today");
  });
  await prepareJobs(db, [job]);
  await queueJob(db, parcels, { orderId: 1 }, { after: new Date("2999-01-01T00:00:00Z") });
  await queueJob(db, parcels, { orderId: 2 });
  await work([job]);
  await vi.waitFor(() => expect(shop.errors).toHaveLength(1), 5000);
  expect(String(shop.errors[0])).toContain("no van today");
  expect(await waiting(parcels.name)).toBe(1);
  shop.errors.length = 0;
});

it("keeps the schedules that are wanted and forgets the rest", async () => {
  const nightly = { name: "test.nightly", schedule: "0 3 * * *", work: async () => undefined };
  const hourly = { name: "test.hourly", schedule: "0 * * * *", work: async () => undefined };
  const schedules = async () =>
    (await shop.pool.query<{ name: string; cron: string }>("select name, cron from pgboss.schedule order by name"))
      .rows;
  await prepareJobs(db, [nightly, hourly]);
  expect(await schedules()).toEqual([
    { name: "test.hourly", cron: "0 * * * *" },
    { name: "test.nightly", cron: "0 3 * * *" },
  ]);
  await prepareJobs(db, [{ ...nightly, schedule: "30 3 * * *" }]);
  expect(await schedules()).toEqual([{ name: "test.nightly", cron: "30 3 * * *" }]);
});
