import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { openDb } from "../../../api/src/platform/db/connection-pool.ts";
import { serverRun } from "../../../api/src/platform/db/database.ts";
import { calculateSharedBuffersMb, type EmbeddedPostgres, startPostgres } from "./embedded-postgres.ts";
import { createLauncher, loadPackagedPrograms, runToCompletion } from "./postgres-process.ts";

const clusterFolder = mkdtempSync(join(tmpdir(), "furoshiki-embedded-"));
let running: EmbeddedPostgres | null = null;
afterAll(async () => {
  await running?.stop();
  rmSync(clusterFolder, { recursive: true, force: true });
});

async function query(sql: string, { connection }: EmbeddedPostgres): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the run of the server, by which snapshots from before a crash are recognized. */
async function readServerRun({ connection }: EmbeddedPostgres): Promise<string | undefined> {
  const { db } = openDb(connection, () => undefined, 1);
  try {
    return (await sql<{ run: string }>`select ${serverRun} as run`.execute(db)).rows[0]?.run;
  } finally {
    await db.destroy();
  }
}

const readPostmasterPid = () => Number(readFileSync(join(clusterFolder, "data/postmaster.pid"), "utf8").split("\n")[0]);

it("creates a cluster over an interrupted first start, and keeps its data", async () => {
  mkdirSync(join(clusterFolder, "data.new"), { recursive: true });
  writeFileSync(join(clusterFolder, "data.new/PG_VERSION"), "18");
  running = await startPostgres(clusterFolder);
  await query("create table kept as select 'ё' as letter", running);
  const run = await readServerRun(running);
  await running.stop();
  running = await startPostgres(clusterFolder);
  expect(await query("select letter from kept", running)).toEqual([{ letter: "ё" }]);
  expect(run).toMatch(/^\d{8}:/);
  expect(await readServerRun(running)).toBe(run);
});

it("keeps a sixteenth of the memory for data, within limits", () => {
  const GB = 2 ** 30;
  expect([1, 4, 64].map((size) => calculateSharedBuffersMb(size * GB, 64 * GB))).toEqual([128, 256, 512]);
  // What Node returns without a limit.
  expect(calculateSharedBuffersMb(2 ** 64, 4 * GB)).toBe(256);
});

it("is shared by a second start, which leaves it running when it stops", async () => {
  const secondInstance = await startPostgres(clusterFolder);
  expect(await query("select letter from kept", secondInstance)).toHaveLength(1);
  await secondInstance.stop();
  expect(await query("select letter from kept", secondInstance)).toHaveLength(1);
});

it("is taken over by the second process when its owner stops", async () => {
  const secondInstance = await startPostgres(clusterFolder);
  await running?.stop();
  running = secondInstance;
  await vi.waitFor(async () => expect(await query("select letter from kept", secondInstance)).toHaveLength(1), {
    timeout: 15_000,
    interval: 100,
  });
});

it("restarts after it was killed", async () => {
  await running?.stop();
  const logLines: string[] = [];
  running = await startPostgres(clusterFolder, { log: (message) => void logLines.push(message) });
  const before = readPostmasterPid();
  const runBefore = await readServerRun(running);
  process.kill(before, "SIGKILL");
  await vi.waitFor(
    async () => {
      expect(readPostmasterPid()).not.toBe(before);
      expect(await query("select letter from kept", running!)).toHaveLength(1);
    },
    { timeout: 15_000, interval: 100 },
  );
  expect(await readServerRun(running)).not.toBe(runBefore);
  expect(logLines).toEqual(["the database exited unexpectedly and is restarted"]);
});

it("is started again when the cause that it could not start is gone", async () => {
  await running?.stop();
  const logLines: string[] = [];
  running = await startPostgres(clusterFolder, { log: (message) => void logLines.push(message) });
  const [controlFile, hiddenFile] = ["pg_control", "pg_control.hidden"].map((name) =>
    join(clusterFolder, "data/global", name),
  ) as [string, string];
  renameSync(controlFile, hiddenFile);
  process.kill(readPostmasterPid(), "SIGKILL");
  await vi.waitFor(() => expect(logLines).toHaveLength(2), { timeout: 30_000, interval: 100 });
  expect(logLines[1]).toContain("The database did not start");
  renameSync(hiddenFile, controlFile);
  await vi.waitFor(async () => expect(await query("select letter from kept", running!)).toHaveLength(1), {
    timeout: 30_000,
    interval: 100,
  });
});

it("is closed to other users of the machine, and requires a password", async () => {
  expect(statSync(clusterFolder).mode & 0o777).toBe(0o700);
  expect(statSync(join(clusterFolder, ".s.PGSQL.5432")).mode & 0o777).toBe(0o700);
  expect(statSync(join(clusterFolder, "postgres.secret")).mode & 0o777).toBe(0o600);
  if (process.getuid?.() === 0)
    expect(
      spawnSync("test", ["-e", join(clusterFolder, "postgres.secret")], { uid: 12_345, gid: 12_345, cwd: "/" }).status,
    ).toBe(1);
  const querySignedInAs = (user: string, password: string) =>
    query("select 1", { ...running!, connection: { ...running!.connection, user, password } });
  await expect(querySignedInAs("shop", "wrong")).rejects.toThrow("password authentication failed");
  await expect(querySignedInAs("furoshiki", running!.connection.password)).rejects.toThrow("no pg_hba.conf entry");
});

it("gives the store a role that cannot run programs or read files", async () => {
  const roleAttributesSql = "select rolsuper, rolreplication, rolbypassrls from pg_roles where rolname = current_user";
  expect(await query(roleAttributesSql, running!)).toEqual([
    { rolsuper: false, rolreplication: false, rolbypassrls: false },
  ]);
  await expect(query("copy (select 1) to program 'true'", running!)).rejects.toThrow("permission denied");
  await expect(query("select pg_read_file('/etc/passwd')", running!)).rejects.toThrow("permission denied");
});

it("converts a cluster of an earlier version, which trusted all users and had one superuser", async () => {
  await running?.stop();
  const { postgres } = await loadPackagedPrograms();
  const result = runToCompletion(
    createLauncher(postgres, clusterFolder)(postgres, [
      "--single",
      "-j",
      "-D",
      join(clusterFolder, "data"),
      "-c",
      "exit_on_error=on",
      "postgres",
    ]),
    `alter table kept owner to furoshiki;

create schema old_gateway create table payments (id integer generated always as identity, note text);

create type old_kind as enum ('a');

create function old_rule() returns integer language sql as 'select 1';

alter database postgres owner to furoshiki;

drop owned by shop;

drop role shop;

`,
  );
  expect(result).toMatchObject({ status: 0 });
  writeFileSync(join(clusterFolder, "data/pg_hba.conf"), "local all all trust\n");
  running = await startPostgres(clusterFolder);
  expect(await query("select letter from kept", running)).toEqual([{ letter: "ё" }]);
  await query("alter table kept add more text; drop type old_kind; drop function old_rule()", running);
  await query(
    "insert into old_gateway.payments (note) values ('x'); alter table old_gateway.payments drop note",
    running,
  );
  await query("begin; set local session_replication_role = replica; commit; create schema mine", running);
});
