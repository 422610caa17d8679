import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { systemClock } from "../../api/src/platform/clock.ts";
import { type Config, StartError } from "../../api/src/platform/config.ts";
import { type Connection, openDb } from "../../api/src/platform/db.ts";
import type { House } from "../../api/src/platform/http.ts";
import { jsonLog } from "../../api/src/platform/log.ts";
import { migrate, type Migration, migrationsIn } from "../../api/src/platform/migrate.ts";
import { openNews } from "../../api/src/platform/news.ts";
import { startPostgres } from "./postgres.ts";

const TELL_AGAIN_MS = 5000;

/** Each neighbour in the database: where its migrations are, and the table that remembers which were applied. */
const ledgers = [
  { migrations: migrationsIn(join(import.meta.dirname, "../../api/migrations")), ledger: "migrations" },
  { migrations: migrationsIn(join(import.meta.dirname, "../../gateway/migrations")), ledger: "gateway_migrations" },
];

export type OpenHouse = {
  house: House;
  pool: pg.Pool;
  connection: Connection;
  /** Closes what was opened, the database last. */
  close(): Promise<void>;
};

/**
 * Opens the database (the embedded one, or DATABASE_URL), brings its tables up to date and hands out the house.
 * @throws StartError in one line, where the folder or the database does not do.
 */
export async function openHouse(config: Config): Promise<OpenHouse> {
  checkFolder(config.dataDir);
  const embedded =
    config.databaseUrl === undefined
      ? await startPostgres(join(config.dataDir, "postgres"), { tell: (message) => jsonLog.error(message) })
      : null;
  const connection: Connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? "" };
  let isClosing = false;
  let toldAt = -Infinity;
  const { db, pool } = openDb(connection, (error) => {
    // All connections break together, and it is one thing to tell.
    if (isClosing || performance.now() - toldAt < TELL_AGAIN_MS) return;
    toldAt = performance.now();
    jsonLog.error(`the database is lost: ${error.message}`);
  });
  try {
    await checkReachable(pool, config);
    for (const { migrations, ledger } of ledgers) {
      await migrate(pool, migrations, ledger);
      await checkTables(pool, migrations);
    }
  } catch (error) {
    isClosing = true;
    await pool.end();
    await embedded?.stop();
    throw error;
  }
  const news = openNews(connection, jsonLog);
  return {
    house: { config, db, clock: systemClock, log: jsonLog, news, fetch, checkAnswers: false },
    pool,
    connection,
    close: async () => {
      isClosing = true;
      await news.close();
      await db.destroy();
      await embedded?.stop();
    },
  };
}

/** True when every table of this version is in the database. */
export async function isUpToDate(pool: pg.Pool): Promise<boolean> {
  for (const { migrations, ledger } of ledgers) {
    const { rows } = await pool.query<{ name: string }>(`select name from ${ledger}`);
    const applied = new Set(rows.map((row) => row.name));
    if (!migrations.every(({ name }) => applied.has(name))) return false;
  }
  return true;
}

function checkFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written to: ${reasonOf(error)}.`);
  }
}

async function checkReachable(pool: pg.Pool, config: Config): Promise<void> {
  const { rows } = await pool
    .query<{ server_version_num: string }>("show server_version_num")
    .catch((error: unknown) => {
      throw new StartError(`The database ${addressOf(config)} cannot be used: ${reasonOf(error)}.`);
    });
  if (Number(rows[0]?.server_version_num) < 150_000)
    throw new StartError(`The database ${addressOf(config)} is too old: PostgreSQL 15 or newer is needed.`);
}

async function checkTables(pool: pg.Pool, migrations: Migration[]): Promise<void> {
  const wanted = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^create (?:unlogged )?table (?:if not exists )?([\w.]+)/gim)].map((match) => match[1]),
  );
  const dropped = new Set(
    migrations.flatMap(({ sql }) =>
      [...sql.matchAll(/^drop table (?:if exists )?([\w.]+)/gim)].map((match) => match[1]),
    ),
  );
  const { rows } = await pool.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regclass(name) is null",
    [wanted.filter((name) => !dropped.has(name))],
  );
  if (rows.length > 0)
    throw new StartError(
      `The database has lost ${rows.map((row) => row.name).join(", ")}: restore a backup, or start on an empty database.`,
    );
}

/** Where the database is, without the password. */
function addressOf(config: Config): string {
  if (config.databaseUrl === undefined) return `in ${config.dataDir}`;
  const { host, pathname } = new URL(config.databaseUrl);
  return `at ${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? (error.message.replace(/^\w+: /, "").split(",")[0] ?? "") : String(error);
}
