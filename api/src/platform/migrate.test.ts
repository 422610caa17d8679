import { createHash } from "node:crypto";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { markOf, migrate, type Migration, migrationsIn, missingMigrations } from "./migrate.ts";

const shop = await openTestShop();
const LEDGER = "test_ledger";

beforeEach(async () => {
  await shop.pool.query(`drop table if exists ${LEDGER}, things`);
});

function aMigration(name: string, sql: string, more: Partial<Migration> = {}): Migration {
  const checksum = createHash("sha256").update(sql).digest("hex");
  return { name, sql, checksum, formerChecksums: [], isBreaking: false, ...more };
}

const first = aMigration("0001_things.sql", "create table things (id integer)");
const addsColumn = aMigration("0002_note.sql", "alter table things add note text");
const dropsColumn = aMigration("0003_no_id.sql", "alter table things drop column id", { isBreaking: true });
const apply = (...migrations: Migration[]) => migrate(shop.connection, migrations, LEDGER);

it("applies what is missing, once, in order", async () => {
  expect(await missingMigrations(shop.pool, [first, addsColumn], LEDGER)).toEqual([first.name, addsColumn.name]);
  expect(await apply(first)).toEqual([first.name]);
  expect(await apply(first, addsColumn)).toEqual([addsColumn.name]);
  expect(await missingMigrations(shop.pool, [first, addsColumn], LEDGER)).toEqual([]);
});

it("lets an older version go on after an additive migration of a newer one, and stops it after a breaking one", async () => {
  await apply(first, addsColumn);
  expect(await apply(first)).toEqual([]);
  await apply(first, addsColumn, dropsColumn);
  await expect(apply(first, addsColumn)).rejects.toThrow(
    "has migration 0003_no_id.sql of a newer version, which this version cannot work with",
  );
  await expect(missingMigrations(shop.pool, [first], LEDGER)).rejects.toThrow("of a newer version");
});

it("counts as breaking what a version wrote that knew no marks", async () => {
  await shop.pool.query(`create table ${LEDGER} (name text primary key, checksum text not null)`);
  await shop.pool.query(`insert into ${LEDGER} values ($1, $2)`, [first.name, first.checksum]);
  await shop.pool.query("create table things (id integer)");
  await expect(missingMigrations(shop.pool, [], LEDGER)).rejects.toThrow("of a newer version");
  expect(await apply(first, addsColumn)).toEqual([addsColumn.name]);
  expect(await apply(first)).toEqual([]);
});

it("refuses a text that was changed after it was applied, and takes one that stands for a former text", async () => {
  await apply(first);
  const changed = aMigration(first.name, "create table things (id bigint)");
  await expect(apply(changed)).rejects.toThrow("0001_things.sql was changed after it was applied");
  expect(await apply({ ...changed, formerChecksums: [first.checksum] })).toEqual([]);
});

it("gives way to whoever uses the table, and goes on when it is free", async () => {
  await apply(first);
  const reader = await shop.pool.connect();
  await reader.query("begin");
  await reader.query("select * from things");
  const wait = { timeoutMs: 50, pauseMs: 50, tries: 2 };
  await expect(migrate(shop.connection, [first, addsColumn], LEDGER, wait)).rejects.toThrow(
    "tables were in use 2 times",
  );
  const patient = migrate(shop.connection, [first, addsColumn], LEDGER, { ...wait, tries: 100 });
  await new Promise((waited) => {
    setTimeout(waited, 200);
  });
  await reader.query("commit");
  reader.release();
  expect(await patient).toEqual([addsColumn.name]);
});

it("leaves nothing of a migration that fails", async () => {
  const broken = aMigration("0002_broken.sql", "alter table things add a text; alter table things add a text");
  await expect(apply(first, broken)).rejects.toThrow("Migration 0002_broken.sql failed: column");
  expect(await missingMigrations(shop.pool, [first, broken], LEDGER)).toEqual([broken.name]);
  const { rows } = await shop.pool.query("select * from things");
  expect(rows).toEqual([]);
});

/** What processes of the version before may not survive, when the table is one that they know. */
const doubtful =
  /\b(drop (table|column|type|view|sequence|schema)|rename (to|column)|set not null|add (constraint|check|unique|foreign key)|(set data )?type \w+ using|add (column )?(if not exists )?\w+ [\w() ]*not null(?! default)(?![^,;]*default))/i;

it.each(["drop table things", "alter table things rename to others", "alter table things alter note set not null"])(
  "sees that %s needs a mark",
  (sql) => {
    expect(doubtful.test(sql)).toBe(true);
  },
);

it("has every new migration that may stop older processes say whether it is additive or breaking, and why", () => {
  // Those of before are older than any process that could go on.
  const newer = [
    ...migrationsIn(join(import.meta.dirname, "../../migrations")).filter(({ name }) => name > "0058"),
    ...migrationsIn(join(import.meta.dirname, "../../../gateway/migrations")).filter(({ name }) => name > "0004"),
  ];
  const unmarked = newer.filter(({ sql }) => markOf(sql) === null && doubtful.test(sql)).map(({ name }) => name);
  expect(unmarked).toEqual([]);
});
