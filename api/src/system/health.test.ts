import { expect, it } from "vitest";
import { openAdminClient } from "../../test/admin-client.ts";
import { openTestShop } from "../../test/harness.ts";
import { queueEmail } from "../platform/mail/email-queue.ts";
import { createProcessStatus, type ProcessStatus } from "../platform/process-status.ts";
import { createTestStaff, createTestStaffSession } from "../staff/fixtures.ts";
import type { SystemHealth } from "./admin-schema.ts";
import { describeDisk, getSystemHealth } from "./health.ts";
import { createProcessRegistry, startHeartbeat } from "./heartbeat.ts";
import { getMaxClockDifference } from "./sql.ts";

const shop = await openTestShop();
const { db, pool } = shop;
const processStatus: ProcessStatus = {
  ...createProcessStatus("all", "build-1"),
  getResponseCache: () => ({ entries: 3, bytes: 2048.5, maxBytes: 64 * 1024 * 1024 }),
};
const app = { ...shop.app, processStatus };
const admin = openAdminClient(app);

const signIn = async (role: string) => {
  const { id } = await createTestStaff(app, { role });
  return { cookie: await createTestStaffSession(app, id) };
};
const load = async () => (await admin.request<SystemHealth>("GET", "/system/health", await signIn("owner"))).body.data;

it("describes a store that does well", async () => {
  await pool.query("delete from pgboss.job");
  const stop = await startHeartbeat(createProcessRegistry(db), app.log, processStatus.record);
  await pool.query(
    `insert into pgboss.job (name, state, completed_on) values ('payments.reconcile', 'completed', now() - interval '1 minute')`,
  );
  const health = await load();
  expect(health).toMatchObject({
    database: {
      state: "ok",
      version: expect.stringMatching(/^\d+(\.\d+|beta\d+|rc\d+)?/),
      replicas: [],
      read_replica: null,
    },
    processes: {
      state: "ok",
      reason: null,
      items: [{ role: "all", build: "build-1", is_current: true, is_missing: false }],
    },
    jobs: { state: "ok", queues: [] },
    emails: { state: "ok", waiting: 0, failed: 0, oldest_at: null },
    reconciliation: { state: "ok", last_at: expect.any(String) },
    webhooks: { state: "ok", unprocessed: 0, oldest_at: null },
    response_cache: { state: "ok", entries: 3, bytes: 2049, max_bytes: 67_108_864 },
    settings: { state: "ok", invalid: [] },
  });
  expect(health.database.migration).toMatch(/^\d{4}_/);
  expect(health.database.size_bytes).toBeGreaterThan(1_000_000);
  expect(health.state).toBe(health.disk?.state);
  await stop();
  expect((await load()).processes).toEqual({ state: "problem", reason: "no_worker", items: [] });
});

it("tells what is late or has failed", async () => {
  await pool.query("delete from pgboss.job");
  await queueEmail(db, { recipient: "a@example.test", locale: "ru-RU", template: "order_paid", dedupKey: "one" });
  await pool.query("update emails set queued_at = now() - interval '20 minutes'");
  await pool.query(
    "update pgboss.job set created_on = now() - interval '20 minutes', start_after = now() - interval '20 minutes'",
  );
  await pool.query(
    `insert into webhook_events (provider, event_id, payload, received_at)
     values ('sandbox', 'one', '{}', now() - interval '10 minutes')`,
  );
  await pool.query(`insert into settings (key, value) values ('fulfillment.handling_days', '"many"')`);
  const late = await load();
  expect(late).toMatchObject({
    state: "problem",
    jobs: {
      state: "problem",
      queues: [{ name: "email.send", state: "problem", waiting: 1, due_since: expect.any(String) }],
    },
    emails: { state: "warning", waiting: 1, failed: 0 },
    reconciliation: { state: "warning", last_at: null },
    webhooks: { state: "problem", unprocessed: 1 },
    settings: { state: "warning", invalid: ["fulfillment.handling_days"] },
  });
  await pool.query("update pgboss.job set state = 'failed'");
  expect(await load()).toMatchObject({
    jobs: { state: "warning", queues: [{ name: "email.send", state: "warning", failed: 1, due_since: null }] },
    emails: { state: "problem", waiting: 0, failed: 1 },
  });
});

it("names a running process whose clock differs from that of the database", async () => {
  const stop = await startHeartbeat(createProcessRegistry(db), app.log, processStatus.record);
  const wrong = { ...createProcessStatus("web", "build-1").record, startedAt: new Date() };
  const recordWithClock = async (aheadSeconds: number) =>
    createProcessRegistry(db).record(wrong, new Date(Date.now() + aheadSeconds * 1000));
  await recordWithClock(30);
  expect((await load()).processes).toMatchObject({ state: "ok", reason: null });
  await recordWithClock(-660);
  const { items, ...processes } = (await load()).processes;
  expect(processes).toEqual({ state: "problem", reason: "wrong_clock" });
  const differences = items.map(({ role, wrong_clock_seconds: seconds }) => [
    role,
    seconds && Math.round(seconds / 10),
  ]);
  expect(differences).toEqual([
    ["all", null],
    ["web", -66],
  ]);
  expect(await getMaxClockDifference(db)).toBeCloseTo(660, -1);
  await pool.query("update processes set last_seen_at = now() - interval '2 minutes' where role = 'web'");
  expect((await load()).processes).toMatchObject({ state: "warning", reason: "missing" });
  expect(await getMaxClockDifference(db)).toBeLessThan(5);
  await pool.query("delete from processes where role = 'web'");
  await stop();
});

it("names processes that were not seen for long, and deletes them an hour later", async () => {
  const stop = await startHeartbeat(createProcessRegistry(db), app.log, processStatus.record);
  const addProcess = (role: string, build: string, age: string) =>
    pool.query(
      `insert into processes (id, role, build, host, pid, started_at, last_seen_at)
       values (gen_random_uuid(), $1, $2, 'host', 1, now(), now() - $3::interval)`,
      [role, build, age],
    );
  await addProcess("web", "build-2", "1 second");
  expect((await load()).processes).toMatchObject({ state: "warning", reason: "different_builds" });
  await addProcess("api", "build-1", "2 minutes");
  const { items, ...processes } = (await load()).processes;
  expect(processes).toEqual({ state: "warning", reason: "missing" });
  expect(items.map(({ role, is_missing: isMissing }) => [role, isMissing])).toEqual([
    ["all", false],
    ["api", true],
    ["web", false],
  ]);
  await pool.query("update processes set last_seen_at = now() - interval '61 minutes' where role = 'api'");
  const stopSecond = await startHeartbeat(createProcessRegistry(db), app.log, {
    ...processStatus.record,
    id: crypto.randomUUID(),
  });
  expect((await load()).processes.items.map(({ role }) => role)).toEqual(["all", "all", "web"]);
  await stopSecond();
  await stop();
});

it("reports no disk if the files are in a bucket", async () => {
  const s3 = { bucket: "shop-files", endpoint: undefined, region: "us-east-1", prefix: "", cacheMb: 1 };
  const health = await getSystemHealth({ ...app, config: { ...app.config, s3 } }, []);
  expect(health.disk).toBeNull();
});

it("judges the free space of small and large disks", () => {
  const GB = 1024 ** 3;
  const judge = (free: number, total: number) => describeDisk({ freeBytes: free * GB, totalBytes: total * GB }).state;
  expect(judge(50, 100)).toBe("ok");
  expect(judge(14, 100)).toBe("warning");
  expect(judge(4, 100)).toBe("problem");
  expect(judge(0.9, 2)).toBe("problem");
  expect(judge(1.5, 4)).toBe("warning");
  // 4 % of two terabytes are enough for long.
  expect(judge(80, 2000)).toBe("ok");
});

it("is for those who manage the system", async () => {
  for (const role of ["manager", "packer", "accountant"])
    expect((await admin.request("GET", "/system/health", await signIn(role))).status).toBe(403);
});
