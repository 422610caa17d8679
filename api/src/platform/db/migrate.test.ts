import { createHash } from "node:crypto";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { getMigrationKind, migrate, type Migration, readMigrations, listMissingMigrations } from "./migrate.ts";

const shop = await openTestShop();
const LEDGER = "test_ledger";

beforeEach(async () => {
  await shop.pool.query(`drop table if exists ${LEDGER}, things`);
});

function createTestMigration(name: string, sql: string, overrides: Partial<Migration> = {}): Migration {
  const checksum = createHash("sha256").update(sql).digest("hex");
  return { name, sql, checksum, isBreaking: false, ...overrides };
}

const first = createTestMigration("0001_things.sql", "create table things (id integer)");
const addsColumn = createTestMigration("0002_note.sql", "alter table things add note text");
const dropsColumn = createTestMigration("0003_no_id.sql", "alter table things drop column id", { isBreaking: true });
const apply = (...migrations: Migration[]) => migrate(shop.connection, migrations, LEDGER);

it("applies missing migrations once, in order", async () => {
  expect(await listMissingMigrations(shop.pool, [first, addsColumn], LEDGER)).toEqual([first.name, addsColumn.name]);
  expect(await apply(first)).toEqual([first.name]);
  expect(await apply(first, addsColumn)).toEqual([addsColumn.name]);
  expect(await listMissingMigrations(shop.pool, [first, addsColumn], LEDGER)).toEqual([]);
});

it("allows an older version after an additive migration of a newer one, but not after a breaking one", async () => {
  await apply(first, addsColumn);
  expect(await apply(first)).toEqual([]);
  await apply(first, addsColumn, dropsColumn);
  await expect(apply(first, addsColumn)).rejects.toThrow(
    "has migration 0003_no_id.sql of a newer version, which this version cannot work with",
  );
  await expect(listMissingMigrations(shop.pool, [first], LEDGER)).rejects.toThrow("of a newer version");
});

it("rejects a file that was changed after it was applied", async () => {
  await apply(first);
  const changed = createTestMigration(first.name, "create table things (id bigint)");
  await expect(apply(changed)).rejects.toThrow("0001_things.sql was changed after it was applied");
});

it("retries while a table is locked, and continues when it is free", async () => {
  await apply(first);
  const reader = await shop.pool.connect();
  await reader.query("begin");
  await reader.query("select * from things");
  const lockOptions = { timeoutMs: 50, pauseMs: 50, tries: 2 };
  await expect(migrate(shop.connection, [first, addsColumn], LEDGER, lockOptions)).rejects.toThrow(
    "tables were in use 2 times",
  );
  const pendingMigration = migrate(shop.connection, [first, addsColumn], LEDGER, { ...lockOptions, tries: 1000 });
  // Each try waits for the lock in a transaction of its own.
  const waitingTransactions = new Set<string>();
  await vi.waitFor(
    async () => {
      const { rows } = await shop.pool.query("select virtualtransaction as id from pg_locks where not granted");
      for (const { id } of rows as { id: string }[]) waitingTransactions.add(id);
      expect(waitingTransactions.size).toBeGreaterThan(1);
    },
    { timeout: 30_000, interval: 10 },
  );
  await reader.query("commit");
  reader.release();
  expect(await pendingMigration).toEqual([addsColumn.name]);
});

it("rolls back a migration that fails", async () => {
  const broken = createTestMigration("0002_broken.sql", "alter table things add a text; alter table things add a text");
  await expect(apply(first, broken)).rejects.toThrow("Migration 0002_broken.sql failed: column");
  expect(await listMissingMigrations(shop.pool, [first, broken], LEDGER)).toEqual([broken.name]);
  const { rows } = await shop.pool.query("select * from things");
  expect(rows).toEqual([]);
});

/** Statements that may break processes of the previous version if the table already existed. */
const riskyStatement =
  /\b(drop (table|column|type|view|sequence|schema)|rename (to|column)|set not null|add (constraint|check|unique|foreign key)|(set data )?type \w+ using|add (column )?(if not exists )?\w+ [\w() ]*not null(?! default)(?![^,;]*default))/i;

it.each(["drop table things", "alter table things rename to others", "alter table things alter note set not null"])(
  "detects that %s must declare its kind",
  (sql) => {
    expect(riskyStatement.test(sql)).toBe(true);
  },
);

it("requires every new migration that may break older processes to declare itself additive or breaking", () => {
  // The baseline creates the tables; no process ran before it.
  const lastBaselineFiles = {
    "api/migrations": "0020_cms_pages.sql",
    "sandbox-gateway/migrations": "0001_gateway.sql",
  };
  const newMigrations = Object.entries(lastBaselineFiles).flatMap(([folder, lastFile]) => {
    const migrations = readMigrations(join(import.meta.dirname, "../../../..", folder));
    expect(migrations.map(({ name }) => name)).toContain(lastFile);
    return migrations.filter(({ name }) => name > lastFile);
  });
  const unmarked = newMigrations
    .filter(({ sql }) => getMigrationKind(sql) === null && riskyStatement.test(sql))
    .map(({ name }) => name);
  expect(unmarked).toEqual([]);
});
