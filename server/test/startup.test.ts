import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, inject, it } from "vitest";
import { readConfig } from "../../api/src/platform/config.ts";
import { dropDatabase } from "../../api/test/drop-database.ts";
import { getDatabaseUrl } from "./database-url.ts";
import { openDatabase } from "../src/database/database.ts";

const folder = mkdtempSync(join(tmpdir(), "furoshiki-start-"));
const { template: _template, ...server } = inject("postgres");
const database = `start_${randomBytes(6).toString("hex")}`;
const connection = { ...server, database };
const admin = new pg.Client({ ...server, database: "postgres" });
await admin.connect();
await admin.query(`create database ${database}`);
afterAll(async () => {
  await dropDatabase(admin, database);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A program that does not exit would stop the tests, since their process waits for it. */
const TIMEOUT_MS = 60_000;

/** Runs a program of the store until it exits; the status is null if it had to be killed. */
function runProgram(program: "server" | "cli", args: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `../../${program}/src/main.ts`), ...args],
    {
      env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: join(folder, "data"), ...env },
      encoding: "utf8",
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
    },
  );
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

const countTables = async () => {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::integer as count from pg_tables where schemaname = 'public'",
  );
  await client.end();
  return rows[0]?.count;
};

it("migrates an empty database only with ROLE=migrate, and not for commands or with MIGRATE_AT_START=0", async () => {
  const env = { DATABASE_URL: getDatabaseUrl(connection) };
  const missingMigrationError =
    "The database lacks migration 0001_platform.sql: start the shop, or run ROLE=migrate npm start.";
  expect(runProgram("cli", ["orders", "list"], env)).toEqual({ status: 1, stdout: "", stderr: missingMigrationError });
  expect(runProgram("server", [], { ...env, MIGRATE_AT_START: "0" })).toEqual({
    status: 1,
    stdout: "",
    stderr: missingMigrationError,
  });
  expect(await countTables()).toBe(0);
  const firstRun = runProgram("server", [], { ...env, ROLE: "migrate", MIGRATE_AT_START: "0" });
  expect(firstRun).toMatchObject({ status: 0, stderr: "" });
  expect(firstRun.stdout).toMatch(/^Applied 0001_platform\.sql, .*0001_gateway\.sql/);
  expect(runProgram("server", [], { ...env, ROLE: "migrate" }).stdout).toBe("The tables were up to date.");
  expect(runProgram("cli", ["orders", "list"], env)).toMatchObject({ status: 0, stderr: "" });
}, 120_000);

it("rejects a PostgreSQL older than 15 before it writes anything to it", async () => {
  const oldDatabase = `old_${randomBytes(6).toString("hex")}`;
  await admin.query(`create database ${oldDatabase}`);
  const client = new pg.Client({ ...server, database: oldDatabase });
  await client.connect();
  try {
    await client.query(`create schema old_server;
      create function old_server.current_setting(name text) returns text language sql
        as $$ select case name when 'server_version_num' then '140012' else pg_catalog.current_setting(name) end $$;
      alter database ${oldDatabase} set search_path = old_server, pg_catalog, public`);
    const config = readConfig({ DATABASE_URL: getDatabaseUrl({ ...server, database: oldDatabase }), DATA_DIR: folder });
    await expect(openDatabase(config)).rejects.toThrow(
      `The database at localhost/${oldDatabase} is PostgreSQL 14: 15 or newer is needed.`,
    );
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
  } finally {
    await client.end();
    await dropDatabase(admin, oldDatabase);
  }
});

it("creates DATA_DIR for the current user only", () => {
  // If the process runs as root, the embedded database runs as nobody and must be able to traverse the folder.
  expect(statSync(join(folder, "data")).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
});

it("creates no database in a folder that a CLI command names by mistake", () => {
  const mistypedFolder = join(folder, "typo");
  const result = runProgram("cli", ["orders", "list"], { DATA_DIR: mistypedFolder });
  expect(result).toMatchObject({ status: 1, stdout: "" });
  expect(result.stderr).toBe(
    `There is no database in ${join(mistypedFolder, "postgres")}: check DATA_DIR. The database is created when the shop starts.`,
  );
  expect(existsSync(mistypedFolder)).toBe(false);
});

it.each([
  [{ PUBLIC_URL: "https://shop.example" }, /^PUBLIC_URL is https, but PAYMENT_PROVIDERS is not set: [^\n]+$/],
  [{ DATABASE_URL: "postgresql://127.0.0.1:1/shop" }, /^The database at 127.0.0.1:1\/shop cannot be used: [^\n]+$/],
  [{ DIRECT_DATABASE_URL: "postgresql://127.0.0.1:1/shop" }, /^DIRECT_DATABASE_URL is set, but DATABASE_URL is not/],
  [{ DATA_DIR: "/proc/x" }, /^DATA_DIR \/proc\/x cannot be written to: no such file or directory\.$/],
  [{ DATABASE_POOL_SIZE: "0" }, /^DATABASE_POOL_SIZE is "0", but takes a number of connections, 1 to 500\.$/],
])(
  "exits with a one-line message for %j",
  (env, line) => {
    const { status, stderr } = runProgram("server", [], env);
    expect(status).toBe(1);
    expect(stderr).toMatch(line);
  },
  60_000,
);
