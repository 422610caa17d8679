import { join } from "node:path";
import pg from "pg";
import { type Config, StartError } from "../../api/src/platform/config.ts";
import { type Connection, type Db, openDb } from "../../api/src/platform/db.ts";
import { jsonLog } from "../../api/src/platform/log.ts";
import { migrate, type Migration, migrationsIn, missingMigrations } from "../../api/src/platform/migrate.ts";
import { tracksPreparedStatements } from "./pooler.ts";
import { startPostgres } from "./postgres.ts";
import { OLDEST_VERSION } from "./postgres-versions.ts";

const LOG_AGAIN_MS = 5000;
/** How long the check of readiness waits for a connection and for an answer. */
const READY_WITHIN_MS = 2000;

/** Each program in the database: where its migrations are, and the table that records which were applied. */
const ledgers = [
  { migrations: migrationsIn(join(import.meta.dirname, "../../api/migrations")), ledger: "migrations" },
  { migrations: migrationsIn(join(import.meta.dirname, "../../gateway/migrations")), ledger: "gateway_migrations" },
];

export type OpenDatabase = {
  db: Db;
  pool: pg.Pool;
  /** Leads to the server itself, past any pooler: for locks of a session, LISTEN and the queue of jobs. */
  direct: Connection;
  preparesStatements: boolean;
  /** The migrations applied by this start. */
  applied: string[];
  /** True when the database answers within two seconds and has every table of this version. */
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
};

type Opening = {
  config: Config;
  connection: Connection;
  direct: Connection;
  stop: () => Promise<void>;
};

/**
 * Opens the embedded database or that of DATABASE_URL, and brings its tables up to date unless MIGRATE_AT_START is 0.
 * @param options.existingOnly an operator's command: never makes a database and never migrates one.
 * @throws StartError in one line, when the database cannot be used.
 */
export async function openDatabase(config: Config, { existingOnly = false } = {}): Promise<OpenDatabase> {
  const opening = await begin(config, existingOnly);
  try {
    const { isPooled, preparesStatements } = await checkServer(opening);
    const applied = await checkMigrations(opening, config.migratesAtStart && !existingOnly);
    return open(opening, { isPooled, preparesStatements }, applied);
  } catch (error) {
    await opening.stop();
    throw error;
  }
}

async function begin(config: Config, existingOnly: boolean): Promise<Opening> {
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    const direct = { connectionString: config.directDatabaseUrl ?? config.databaseUrl };
    return { config, connection, direct, stop: async () => undefined };
  }
  const { connection, stop } = await startPostgres(join(config.dataDir, "postgres"), {
    tell: (message) => jsonLog.error(message),
    mustExist: existingOnly,
  });
  return { config, connection, direct: connection, stop };
}

function open(
  { config, connection, direct, stop }: Opening,
  options: { isPooled: boolean; preparesStatements: boolean },
  applied: string[],
): OpenDatabase {
  let isClosing = false;
  let loggedAt = -Infinity;
  const onLost = (error: Error) => {
    // All connections break together: one line is enough.
    if (isClosing || performance.now() - loggedAt < LOG_AGAIN_MS) return;
    loggedAt = performance.now();
    jsonLog.error(`the database is lost: ${error.message}`);
  };
  const { db, pool } = openDb(connection, onLost, config.databasePoolSize, options);
  // Requests may have every connection of the pool: a busy process is ready all the same.
  const probe = openDb(connection, () => undefined, 1, {
    ...options,
    freeWithinMs: READY_WITHIN_MS,
    silenceMs: READY_WITHIN_MS,
  });
  return {
    db,
    pool,
    direct,
    preparesStatements: options.preparesStatements,
    applied,
    isReady: () => hasEveryMigration(probe.pool),
    close: async () => {
      isClosing = true;
      await probe.pool.end();
      await db.destroy();
      await stop();
    },
  };
}

async function hasEveryMigration(pool: pg.Pool): Promise<boolean> {
  for (const { migrations, ledger } of ledgers) {
    const { rows } = await pool.query<{ name: string }>(`select name from ${ledger}`);
    const applied = new Set(rows.map((row) => row.name));
    if (!migrations.every(({ name }) => applied.has(name))) return false;
  }
  return true;
}

/** Looks at the server before anything is written to it. @returns what lies between the shop and the server. */
async function checkServer({ config, connection, direct }: Opening) {
  const isPooled = config.directDatabaseUrl !== undefined;
  const { version } = await settingsOf(direct, config.directDatabaseUrl ?? config.databaseUrl, config);
  if (version < OLDEST_VERSION * 10_000)
    throw new StartError(
      `The database ${addressOf(config.directDatabaseUrl ?? config.databaseUrl, config)} is PostgreSQL ${Math.floor(version / 10_000)}: ${OLDEST_VERSION} or newer is needed.`,
    );
  if (!isPooled) return { isPooled, preparesStatements: true };
  const { statementTimeout } = await settingsOf(connection, config.databaseUrl, config);
  if (statementTimeout === "0")
    jsonLog.info("statements through the pooler have no time limit: alter role … set statement_timeout = '15s'");
  const preparesStatements = await tracksPreparedStatements(connection);
  if (!preparesStatements)
    jsonLog.info("the pooler does not track prepared statements: they are planned each time (PgBouncer 1.21 does)");
  return { isPooled, preparesStatements };
}

async function settingsOf(connection: Connection, url: string | undefined, config: Config) {
  const limit = config.directDatabaseUrl === undefined ? { statement_timeout: 15_000 } : {};
  const client = new pg.Client({ ...connection, ...limit, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; statementTimeout: string }>(
      `select current_setting('server_version_num')::integer as version,
         current_setting('statement_timeout') as "statementTimeout"`,
    );
    const [settings] = rows;
    if (!settings) throw new Error("it answers nothing");
    if ("statement_timeout" in limit && settings.statementTimeout !== "15s")
      throw new Error("unsupported startup parameter");
    return settings;
  } catch (error) {
    const at = addressOf(url, config);
    if (error instanceof Error && error.message.includes("unsupported startup parameter"))
      throw new StartError(`The database ${at} is behind a pooler: set DIRECT_DATABASE_URL to the server itself.`);
    throw new StartError(`The database ${at} cannot be used: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkMigrations({ direct }: Opening, migrates: boolean): Promise<string[]> {
  const applied: string[] = [];
  const { pool } = openDb(direct, () => undefined, 1);
  try {
    for (const { migrations, ledger } of ledgers) {
      if (migrates) applied.push(...(await migrate(direct, migrations, ledger)));
      const [missing] = await missingMigrations(pool, migrations, ledger);
      if (missing !== undefined)
        throw new StartError(`The database lacks migration ${missing}: start the shop, or run ROLE=migrate npm start.`);
      await checkTables(pool, migrations);
    }
  } finally {
    await pool.end();
  }
  return applied;
}

async function checkTables(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
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
function addressOf(url: string | undefined, { dataDir }: Config): string {
  if (url === undefined) return `in ${dataDir}`;
  const { host, pathname } = new URL(url);
  return `at ${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error instanceof Error ? (error.message.replace(/^\w+: /, "").split(",")[0] ?? "") : String(error);
}
