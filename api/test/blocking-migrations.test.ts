import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { migrate, readMigrations } from "../src/platform/db/migrate.ts";

/** The last migration that was released before this check. */
const LAST_RELEASED = "0107_content_changes.sql";
/** A line with which a migration says that its tables are small enough, or that the store is stopped for it. */
const exemption = /^-- blocks: \S/m;

const { template: _template, ...server } = inject("postgres");
const name = `test_${randomBytes(6).toString("hex")}`;
const migrations = readMigrations(join(import.meta.dirname, "../migrations"));
const newMigrations = migrations.filter((migration) => migration.name > LAST_RELEASED);
const client = new pg.Client({ ...server, database: name });

beforeAll(async () => {
  await withAdmin(`create database ${name}`);
  const released = migrations.filter((migration) => migration.name <= LAST_RELEASED);
  await migrate({ ...server, database: name }, released, "migrations");
  await client.connect();
}, 120_000);
afterAll(async () => {
  await client.end();
  await withAdmin(`drop database ${name} with (force)`);
});

async function withAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ ...server, database: "postgres" });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

/**
 * Executes a migration in a transaction, and returns how it keeps requests of a running store from existing tables for as
 * long as it reads or writes all of their rows. What only needs a lock for a moment is no problem.
 */
async function findBlockedTables(sql: string, { isKept }: { isKept: boolean }): Promise<string[]> {
  // Otherwise the statistics of this transaction include scans of the migration before.
  await client.query("select pg_stat_force_next_flush()");
  await client.query("begin");
  const before = await listTables();
  await client.query(sql).catch(async (error: unknown) => {
    await client.query("rollback");
    throw error;
  });
  const after = new Map((await listTables()).map((table) => [table.oid, table]));
  const problems = before.flatMap(({ oid, table, file }) => {
    const changed = after.get(oid);
    if (!changed) return [];
    if (changed.file !== file) return [`${table} is rewritten while nobody can read it`];
    if (changed.locks.includes("AccessExclusiveLock") && changed.scans > 0)
      return [`${table} is read while nobody else can read it`];
    if (changed.locks.includes("ShareLock") && !/\bindex if not exists\b/i.test(sql))
      return [`${table} gets an index while nobody can write it`];
    return [];
  });
  await client.query(isKept ? "commit" : "rollback");
  return problems;
}

type Table = { oid: number; table: string; file: number; locks: string[]; scans: number };

async function listTables(): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::integer, c.relname as table, c.relfilenode::integer as file,
       array(select l.mode from pg_locks l where l.relation = c.oid and l.pid = pg_backend_pid()) as locks,
       coalesce((select s.seq_scan from pg_stat_xact_all_tables s where s.relid = c.oid), 0)::integer as scans
     from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  );
  return rows;
}

describe("a migration", () => {
  it.each([
    ["alter table orders add note_of_packer text not null default ''", []],
    ["create trigger t after insert on orders for each statement execute function record_content_change('x')", []],
    ["alter table orders add constraint c check (id > 0) not valid", []],
    ["create table parcels (order_id integer references orders)", []],
    ["update products set stock = stock", []],
    ["create index if not exists orders_x on orders (status, id)", []],
    ["create index orders_x on orders (status, id)", ["orders gets an index while nobody can write it"]],
    ["alter table cart_lines alter column qty type bigint", ["cart_lines is rewritten while nobody can read it"]],
    ["alter table orders add n uuid default gen_random_uuid()", ["orders is rewritten while nobody can read it"]],
    ["alter table orders add constraint c check (id > 0)", ["orders is read while nobody else can read it"]],
    [
      "alter table products add n integer; update products set n = 1",
      ["products is read while nobody else can read it"],
    ],
  ])("blocks what it blocks: %s", async (sql, problems) => {
    expect(await findBlockedTables(sql, { isKept: false })).toEqual(problems);
  });

  it.each(newMigrations.map(({ name: file, sql }) => [file, sql]))(
    "%s keeps no request of a running store waiting (docs/database.md, Expand, then contract)",
    async (_file, sql) => {
      const problems = await findBlockedTables(sql, { isKept: true });
      expect(exemption.test(sql) ? [] : problems).toEqual([]);
    },
  );
});
