import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { StartError } from "./config.ts";

export type Migration = { name: string; sql: string; checksum: string };

const LOCK = 762_003_100;

/** The SQL files of a folder, in the order of their names. */
export function migrationsIn(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * Applies what is missing, forward only, one transaction a file, one process at a time.
 * @param ledger the table that remembers what was applied, so that neighbours in one database keep their own.
 * @returns the names applied now.
 * @throws StartError when an applied file was changed or is gone.
 */
export async function migrate(pool: pg.Pool, migrations: Migration[], ledger: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    // A large shop's tables take longer than an answer may, and so does waiting for another server that changes them.
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query(
      `create table if not exists ${ledger} (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      `select name, checksum from ${ledger} order by name`,
    );
    const known = new Map(migrations.map((migration) => [migration.name, migration]));
    for (const row of rows) {
      const file = known.get(row.name);
      if (!file)
        throw new StartError(
          `The database has migration ${row.name}, which this version does not know: it was made by a newer one.`,
        );
      if (file.checksum !== row.checksum)
        throw new StartError(`Migration ${row.name} was changed after it was applied. Add a new file instead.`);
    }
    const applied = new Set(rows.map((row) => row.name));
    const fresh = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of fresh) {
      await client.query("begin");
      try {
        await client.query(migration.sql);
        await client.query(`insert into ${ledger} (name, checksum) values ($1, $2)`, [
          migration.name,
          migration.checksum,
        ]);
        await client.query("commit");
      } catch (error) {
        await client.query("rollback");
        throw new StartError(
          `Migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    return fresh.map((migration) => migration.name);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK]).catch(() => undefined);
    await client.query("reset statement_timeout").catch(() => undefined);
    client.release();
  }
}
