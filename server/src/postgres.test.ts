import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, it, vi } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "./postgres.ts";
import { launcher, packagedPrograms, runLaunch } from "./postgres-process.ts";

const dir = mkdtempSync(join(tmpdir(), "furoshiki-embedded-"));
let running: EmbeddedPostgres | null = null;
afterAll(async () => {
  await running?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function ask(sql: string, { connection }: EmbeddedPostgres): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const postmaster = () => Number(readFileSync(join(dir, "data/postmaster.pid"), "utf8").split("\n")[0]);

it("makes a database, over what a broken first start left, and keeps what was written", async () => {
  mkdirSync(join(dir, "data.new"), { recursive: true });
  writeFileSync(join(dir, "data.new/PG_VERSION"), "18");
  running = await startPostgres(dir);
  await ask("create table kept as select 'ё' as letter", running);
  await running.stop();
  running = await startPostgres(dir);
  expect(await ask("select letter from kept", running)).toEqual([{ letter: "ё" }]);
});

it("is joined by a second start, which leaves it running when it stops", async () => {
  const joined = await startPostgres(dir);
  expect(await ask("select letter from kept", joined)).toHaveLength(1);
  await joined.stop();
  expect(await ask("select letter from kept", joined)).toHaveLength(1);
});

it("is taken over by the one that joined, when its owner leaves", async () => {
  const joined = await startPostgres(dir);
  await running?.stop();
  running = joined;
  await vi.waitFor(async () => expect(await ask("select letter from kept", joined)).toHaveLength(1), {
    timeout: 15_000,
    interval: 100,
  });
});

it("comes back by itself when somebody kills it", async () => {
  await running?.stop();
  const told: string[] = [];
  running = await startPostgres(dir, { tell: (message) => void told.push(message) });
  const before = postmaster();
  process.kill(before, "SIGKILL");
  await vi.waitFor(
    async () => {
      expect(postmaster()).not.toBe(before);
      expect(await ask("select letter from kept", running!)).toHaveLength(1);
    },
    { timeout: 15_000, interval: 100 },
  );
  expect(told).toEqual(["the database ended unasked and is started again"]);
});

it("is closed to other users of the machine, and asks its own for a password", async () => {
  expect(statSync(dir).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, ".s.PGSQL.5432")).mode & 0o777).toBe(0o700);
  expect(statSync(join(dir, "postgres.secret")).mode & 0o777).toBe(0o600);
  if (process.getuid?.() === 0)
    expect(spawnSync("test", ["-e", join(dir, "postgres.secret")], { uid: 12_345, gid: 12_345, cwd: "/" }).status).toBe(
      1,
    );
  const as = (user: string, password: string) =>
    ask("select 1", { ...running!, connection: { ...running!.connection, user, password } });
  await expect(as("shop", "wrong")).rejects.toThrow("password authentication failed");
  await expect(as("furoshiki", running!.connection.password)).rejects.toThrow("no pg_hba.conf entry");
});

it("gives the shop a role that runs no programs and reads no files", async () => {
  const rights = "select rolsuper, rolreplication, rolbypassrls from pg_roles where rolname = current_user";
  expect(await ask(rights, running!)).toEqual([{ rolsuper: false, rolreplication: false, rolbypassrls: false }]);
  await expect(ask("copy (select 1) to program 'true'", running!)).rejects.toThrow("permission denied");
  await expect(ask("select pg_read_file('/etc/passwd')", running!)).rejects.toThrow("permission denied");
});

it("takes over a cluster of an earlier version, which trusted everybody and had one superuser", async () => {
  await running?.stop();
  const { postgres } = await packagedPrograms();
  const old = runLaunch(
    launcher(postgres, dir)(postgres, [
      "--single",
      "-j",
      "-D",
      join(dir, "data"),
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
  expect(old).toMatchObject({ status: 0 });
  writeFileSync(join(dir, "data/pg_hba.conf"), "local all all trust\n");
  running = await startPostgres(dir);
  expect(await ask("select letter from kept", running)).toEqual([{ letter: "ё" }]);
  await ask("alter table kept add more text; drop type old_kind; drop function old_rule()", running);
  await ask(
    "insert into old_gateway.payments (note) values ('x'); alter table old_gateway.payments drop note",
    running,
  );
  await ask("begin; set local session_replication_role = replica; commit; create schema mine", running);
});
