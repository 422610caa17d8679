import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartError } from "./config.ts";
import { type Connection, sqlState } from "./db.ts";

export type Migration = {
  name: string;
  sql: string;
  checksum: string;
  /** Checksums of earlier texts of the file that did the same: a database may have been made with one of them. */
  formerChecksums: readonly string[];
  /** True when processes of the version before cannot work with the migrated tables (`-- breaking: reason`). */
  isBreaking: boolean;
};

type LedgerRow = { name: string; checksum: string; is_breaking: boolean };

const LOCK = 762_003_100;
const FORMER_CHECKSUMS = "former-checksums.json";
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

/** The SQL files of a folder, in the order of their names. */
export function migrationsIn(folder: string): Migration[] {
  const formerFile = join(folder, FORMER_CHECKSUMS);
  const former = existsSync(formerFile)
    ? (JSON.parse(readFileSync(formerFile, "utf8")) as Record<string, readonly string[]>)
    : {};
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      return { name, sql, checksum, formerChecksums: former[name] ?? [], isBreaking: markOf(sql) === "breaking" };
    });
}

/** What a migration says of itself in a line `-- breaking: reason` or `-- additive: reason`; null without such a line. */
export function markOf(sql: string): "additive" | "breaking" | null {
  const mark = /^-- (additive|breaking): \S/m.exec(sql)?.[1];
  return mark === "additive" || mark === "breaking" ? mark : null;
}

export type LockWait = {
  /** How long a statement waits for a table that is in use, in milliseconds; everybody else queues behind it. */
  timeoutMs: number;
  /** The pause before the migration is tried again, in milliseconds. */
  pauseMs: number;
  tries: number;
};

const lockWait: LockWait = { timeoutMs: 3000, pauseMs: 3000, tries: 20 };

/**
 * Applies the missing migrations, forward only, one transaction per file, one process at a time.
 * @param connection must lead to PostgreSQL itself: the lock belongs to the session.
 * @param ledger the table that records what was applied; several programs in one database have their own.
 * @returns the names applied now.
 * @throws StartError when an applied file was changed, when the database has a breaking migration of a newer version,
 * or when a migration fails.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  ledger: string,
  wait: LockWait = lockWait,
): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: "furoshiki-migrate", keepAlive: true });
  // A connection that breaks between two statements fails the next one.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // A pooler, or the role, may limit statements to the time that an answer may take.
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(`set lock_timeout = ${wait.timeoutMs}`);
    await prepareLedger(client, ledger);
    const missing = missingOf(migrations, await readLedger(client, ledger));
    for (const migration of missing) await apply(client, migration, ledger, wait);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Compares the migrations of this version with those of the database, and changes nothing.
 * @returns the names of those that are not applied yet.
 * @throws StartError like `migrate`.
 */
export async function missingMigrations(
  pool: pg.Pool,
  migrations: readonly Migration[],
  ledger: string,
): Promise<string[]> {
  return missingOf(migrations, await readLedger(pool, ledger)).map(({ name }) => name);
}

async function prepareLedger(client: pg.Client, ledger: string): Promise<void> {
  await client.query(
    `create table if not exists ${ledger} (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query(
    "select 1 from pg_attribute where attrelid = $1::regclass and attname = 'is_breaking'",
    [ledger],
  );
  // An older version writes rows without the mark: nothing is known of those, so they count as breaking.
  if (rows.length === 0) await client.query(`alter table ${ledger} add is_breaking boolean not null default true`);
}

async function readLedger(client: pg.Client | pg.Pool, ledger: string): Promise<LedgerRow[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [
    ledger,
  ]);
  if (!tables[0]?.exists) return [];
  const { rows } = await client.query<LedgerRow>(
    `select name, checksum, coalesce((to_jsonb(l) ->> 'is_breaking')::boolean, true) as is_breaking
     from ${ledger} l order by name`,
  );
  return rows;
}

function missingOf(migrations: readonly Migration[], rows: readonly LedgerRow[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const file = known.get(row.name);
    if (!file && row.is_breaking)
      throw new StartError(
        `The database has migration ${row.name} of a newer version, which this version cannot work with: start the newer version.`,
      );
    if (file && row.checksum !== file.checksum && !file.formerChecksums.includes(row.checksum))
      throw new StartError(`Migration ${row.name} was changed after it was applied. Add a new file instead.`);
  }
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function apply(client: pg.Client, migration: Migration, ledger: string, wait: LockWait): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query("begin");
      await client.query(migration.sql);
      await client.query(`insert into ${ledger} (name, checksum, is_breaking) values ($1, $2, $3)`, [
        migration.name,
        migration.checksum,
        migration.isBreaking,
      ]);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      const reason = error instanceof Error ? error.message : String(error);
      if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(sqlState(error) ?? ""))
        throw new StartError(`Migration ${migration.name} failed: ${reason}`);
      if (attempt >= wait.tries)
        throw new StartError(
          `Migration ${migration.name} was not applied, because its tables were in use ${attempt} times: end what holds them (pg_stat_activity), then start again.`,
        );
    }
    await pause(wait.pauseMs);
  }
}
