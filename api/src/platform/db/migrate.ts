import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StartupError } from "../startup-error.ts";
import { getSqlState } from "./database.ts";
import type { Connection } from "./connection-pool.ts";

export type Migration = {
  name: string;
  sql: string;
  checksum: string;
  /** True if processes of the previous version cannot work with the migrated tables (`-- breaking: reason`). */
  isBreaking: boolean;
};

type LedgerRow = { name: string; checksum: string; is_breaking: boolean };

/** Key of the advisory lock; any number that other programs of the database do not use. */
const MIGRATION_LOCK_KEY = 762_003_100;
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK_DETECTED = "40P01";

/** Reads the SQL files of a folder, sorted by name. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      return { name, sql, checksum, isBreaking: getMigrationKind(sql) === "breaking" };
    });
}

/**
 * Returns the kind that a migration declares in a line `-- breaking: reason` or `-- additive: reason`; null without
 * such a line.
 */
export function getMigrationKind(sql: string): "additive" | "breaking" | null {
  const kind = /^-- (additive|breaking): \S/m.exec(sql)?.[1];
  return kind === "additive" || kind === "breaking" ? kind : null;
}

export type LockOptions = {
  /** How long a statement waits for a lock, in milliseconds; all other statements on the table queue behind it. */
  timeoutMs: number;
  /** The pause before the migration is retried, in milliseconds. */
  pauseMs: number;
  tries: number;
};

const defaultLockOptions: LockOptions = { timeoutMs: 3000, pauseMs: 3000, tries: 20 };

/**
 * Applies the missing migrations, forward only, one transaction per file, one process at a time.
 * @param connection must connect to PostgreSQL directly, not through a pooler: the lock belongs to the session
 * @param ledger the table that records applied migrations; programs that share a database have their own
 * @returns the names of the migrations applied by this call
 * @throws StartupError if an applied file was changed, if the database has a breaking migration of a newer version, or
 * if a migration fails
 */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  ledger: string,
  lockOptions: LockOptions = defaultLockOptions,
): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: "furoshiki-migrate", keepAlive: true });
  // If the connection breaks between two statements, the next one fails.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // The pooler or the role may set a statement timeout that is meant for requests.
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK_KEY]);
    await client.query(`set lock_timeout = ${lockOptions.timeoutMs}`);
    await client.query(
      `create table if not exists ${ledger} (
         name        text        primary key,
         checksum    text        not null,
         applied_at  timestamptz not null default now(),
         is_breaking boolean     not null
       )`,
    );
    const missing = selectMissing(migrations, await readLedger(client, ledger));
    for (const migration of missing) await apply(client, migration, ledger, lockOptions);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Compares the migrations of this version with those of the database, without changes.
 * @returns the names of the migrations that are not applied yet
 * @throws StartupError like `migrate`
 */
export async function listMissingMigrations(
  pool: pg.Pool,
  migrations: readonly Migration[],
  ledger: string,
): Promise<string[]> {
  return selectMissing(migrations, await readLedger(pool, ledger)).map(({ name }) => name);
}

async function readLedger(client: pg.Client | pg.Pool, ledger: string): Promise<LedgerRow[]> {
  const { rows: tables } = await client.query<{ exists: boolean }>("select to_regclass($1) is not null as exists", [
    ledger,
  ]);
  if (!tables[0]?.exists) return [];
  const { rows } = await client.query<LedgerRow>(`select name, checksum, is_breaking from ${ledger} order by name`);
  return rows;
}

function selectMissing(migrations: readonly Migration[], rows: readonly LedgerRow[]): Migration[] {
  const migrationsByName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const row of rows) {
    const file = migrationsByName.get(row.name);
    if (!file && row.is_breaking)
      throw new StartupError(
        `The database has migration ${row.name} of a newer version, which this version cannot work with: start the newer version.`,
      );
    if (file && row.checksum !== file.checksum)
      throw new StartupError(`Migration ${row.name} was changed after it was applied. Add a new file instead.`);
  }
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function apply(client: pg.Client, migration: Migration, ledger: string, lockOptions: LockOptions): Promise<void> {
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
      if (![LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED].includes(getSqlState(error) ?? ""))
        throw new StartupError(`Migration ${migration.name} failed: ${reason}`);
      if (attempt >= lockOptions.tries)
        throw new StartupError(
          `Migration ${migration.name} was not applied, because its tables were in use ${attempt} times: end the sessions that lock them (pg_stat_activity), then start again.`,
        );
    }
    await pause(lockOptions.pauseMs);
  }
}
