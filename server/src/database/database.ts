import { join } from "node:path";
import pg from "pg";
import type { Config } from "../../../api/src/platform/config.ts";
import { StartupError } from "../../../api/src/platform/startup-error.ts";
import type { RootDb } from "../../../api/src/platform/db/database.ts";
import { type Connection, openDb, type PoolOptions } from "../../../api/src/platform/db/connection-pool.ts";
import { jsonLog, type Log } from "../../../api/src/platform/log.ts";
import { createSlowStatementLog } from "../../../api/src/platform/observability/observe-statement.ts";
import {
  migrate,
  type Migration,
  readMigrations,
  listMissingMigrations,
} from "../../../api/src/platform/db/migrate.ts";
import type { ReadReplica } from "../../../api/src/platform/db/read-replica.ts";
import { openReadReplica } from "./open-read-replica.ts";
import { supportsPreparedStatements } from "./pooler.ts";
import { startPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { MIN_VERSION } from "./postgres-versions.ts";

const LOG_INTERVAL_MS = 5000;
/** Time limit for the readiness check to get a connection and a response. */
const READINESS_TIMEOUT_MS = 2000;

/** The programs that use the database: their migrations, and the table that records the applied ones. */
const migrationSets = [
  { migrations: readMigrations(join(import.meta.dirname, "../../../api/migrations")), migrationsTable: "migrations" },
  {
    migrations: readMigrations(join(import.meta.dirname, "../../../sandbox-gateway/migrations")),
    migrationsTable: "gateway_migrations",
  },
];

/** An open database, migrated and checked. */
export type OpenDatabase = {
  db: RootDb;
  pool: pg.Pool;
  /** The replica that reads may use. */
  readReplica: ReadReplica | undefined;
  /** Connects to the server itself, bypassing any pooler: for session-level locks, LISTEN and the job queue. */
  directConnection: Connection;
  usePreparedStatements: boolean;
  /** Names of the migrations that this start applied. */
  applied: string[];
  /** Returns true if the database responds within two seconds and has every table of this version. */
  isReady: () => Promise<boolean>;
  close: () => Promise<void>;
};

/** Where the database is. */
type DatabaseTarget = {
  config: Config;
  connection: Connection;
  directConnection: Connection;
  /** Stops the embedded server, if this process started it. */
  stopServer: () => Promise<void>;
};

/**
 * Opens the embedded database or the one at DATABASE_URL, and migrates it unless MIGRATE_AT_START is 0.
 * @param options.existingOnly for CLI commands: never creates a database and never migrates one.
 * @throws StartupError with a one-line message if the database cannot be used.
 */
export async function openDatabase(config: Config, { existingOnly = false } = {}): Promise<OpenDatabase> {
  const target = await resolveTarget(config, existingOnly);
  try {
    // A command writes its result to standard output, where the log of a process goes.
    const log = existingOnly ? undefined : jsonLog;
    const { usesPooler, usePreparedStatements } = await checkServer(target, log);
    const applied = await checkMigrations(target, config.shouldMigrateAtStart && !existingOnly);
    const logSlowStatement =
      log === undefined || config.slowQueryMs === 0 ? undefined : createSlowStatementLog(log, config.slowQueryMs);
    return openPools(
      target,
      { usesPooler, usePreparedStatements, logSlowStatement },
      { applied, isCommand: existingOnly },
    );
  } catch (error) {
    await target.stopServer();
    throw error;
  }
}

/** Starts or finds the embedded database, unless DATABASE_URL names another one. */
async function resolveTarget(config: Config, existingOnly: boolean): Promise<DatabaseTarget> {
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    const directConnection = { connectionString: config.directDatabaseUrl ?? config.databaseUrl };
    return { config, connection, directConnection, stopServer: async () => undefined };
  }
  const { connection, stop: stopServer } = await startPostgres(join(config.dataDir, "postgres"), {
    log: (message) => jsonLog.error(message),
    mustExist: existingOnly,
  });
  return { config, connection, directConnection: connection, stopServer };
}

function openPools(
  { config, connection, directConnection, stopServer }: DatabaseTarget,
  options: Pick<PoolOptions, "logSlowStatement"> & { usesPooler: boolean; usePreparedStatements: boolean },
  { applied, isCommand }: { applied: string[]; isCommand: boolean },
): OpenDatabase {
  let isClosing = false;
  let lastLoggedAt = -Infinity;
  const onConnectionError = (error: Error) => {
    // All connections break together: one log line is enough.
    if (isClosing || performance.now() - lastLoggedAt < LOG_INTERVAL_MS) return;
    lastLoggedAt = performance.now();
    jsonLog.error(`the database connection was lost: ${error.message}`);
  };
  const { db, pool } = openDb(connection, onConnectionError, config.databasePoolSize, options);
  // A separate connection: a process whose pool is fully used by requests is still ready.
  const readinessProbe = openDb(connection, () => undefined, 1, {
    ...options,
    acquireTimeoutMs: READINESS_TIMEOUT_MS,
    responseTimeoutMs: READINESS_TIMEOUT_MS,
  });
  // A command reads what was just written, often once.
  const readReplica = isCommand ? undefined : openReadReplica(config, { db, connection }, options);
  return {
    db,
    pool,
    readReplica,
    directConnection,
    usePreparedStatements: options.usePreparedStatements,
    applied,
    isReady: () => hasAllMigrations(readinessProbe.pool),
    close: async () => {
      isClosing = true;
      await readReplica?.close();
      await readinessProbe.pool.end();
      await db.destroy();
      await stopServer();
    },
  };
}

async function hasAllMigrations(pool: pg.Pool): Promise<boolean> {
  for (const { migrations, migrationsTable } of migrationSets) {
    const { rows } = await pool.query<{ name: string }>(`select name from ${migrationsTable}`);
    const applied = new Set(rows.map((row) => row.name));
    if (!migrations.every(({ name }) => applied.has(name))) return false;
  }
  return true;
}

/**
 * Checks the version of the server, and which pooler is in front of it, before anything is written.
 * @returns whether there is a pooler, and whether prepared statements work through it.
 */
async function checkServer({ config, connection, directConnection }: DatabaseTarget, log: Log | undefined) {
  const usesPooler = config.directDatabaseUrl !== undefined;
  const direct = await getServerSettings(directConnection, config.directDatabaseUrl ?? config.databaseUrl, config);
  const { version } = direct;
  if (version < MIN_VERSION * 10_000)
    throw new StartupError(
      `The database ${describeLocation(config.directDatabaseUrl ?? config.databaseUrl, config)} is PostgreSQL ${Math.floor(version / 10_000)}: ${MIN_VERSION} or newer is needed.`,
    );
  if (!usesPooler) return { usesPooler, usePreparedStatements: true };
  const { statementTimeout, ...pooled } = await getServerSettings(connection, config.databaseUrl, config);
  if (pooled.cluster !== direct.cluster || pooled.database !== direct.database)
    throw new StartupError(
      `DIRECT_DATABASE_URL names another database than DATABASE_URL: jobs of the store would wait in ${describeLocation(config.directDatabaseUrl, config)}.`,
    );
  if (statementTimeout === "0")
    log?.info("statements through the pooler have no time limit: alter role … set statement_timeout = '15s'");
  const usePreparedStatements = await supportsPreparedStatements(connection);
  if (!usePreparedStatements)
    log?.info("the pooler does not track prepared statements: they are planned each time (PgBouncer 1.21 does)");
  return { usesPooler, usePreparedStatements };
}

/** `cluster` and `database` identify the server and the database in it, through whichever address. */
type ServerSettings = { version: number; statementTimeout: string; cluster: string; database: string };

/**
 * Connects and reads the version and identity of the server, and the time limit of statements, which a pooler may not pass on.
 * @throws StartupError if the database cannot be used
 */
async function getServerSettings(connection: Connection, url: string | undefined, config: Config) {
  const startupOptions = config.directDatabaseUrl === undefined ? { statement_timeout: 15_000 } : {};
  const client = new pg.Client({ ...connection, ...startupOptions, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<ServerSettings>(
      `select current_setting('server_version_num')::integer as version,
         current_setting('statement_timeout') as "statementTimeout",
         (select system_identifier::text from pg_control_system()) as cluster,
         (select oid::text from pg_database where datname = current_database()) as database`,
    );
    const [settings] = rows;
    if (!settings) throw new Error("it returned no settings");
    if ("statement_timeout" in startupOptions && settings.statementTimeout !== "15s")
      throw new Error("unsupported startup parameter");
    return settings;
  } catch (error) {
    const location = describeLocation(url, config);
    if (error instanceof Error && error.message.includes("unsupported startup parameter"))
      throw new StartupError(
        `The database ${location} is behind a pooler: set DIRECT_DATABASE_URL to the server itself.`,
      );
    throw new StartupError(`The database ${location} cannot be used: ${getErrorReason(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Applies missing migrations if `shouldMigrate`, and checks that none is missing afterwards.
 * @returns the names of the applied migrations
 * @throws StartupError if a migration or a table is missing
 */
async function checkMigrations({ directConnection }: DatabaseTarget, shouldMigrate: boolean): Promise<string[]> {
  const applied: string[] = [];
  const { pool } = openDb(directConnection, () => undefined, 1);
  try {
    for (const { migrations, migrationsTable } of migrationSets) {
      if (shouldMigrate) applied.push(...(await migrate(directConnection, migrations, migrationsTable)));
      const [missing] = await listMissingMigrations(pool, migrations, migrationsTable);
      if (missing !== undefined)
        throw new StartupError(
          `The database lacks migration ${missing}: start the shop, or run ROLE=migrate npm start.`,
        );
      await checkTables(pool, migrations);
    }
  } finally {
    await pool.end();
  }
  return applied;
}

/** @throws StartupError if a table that the migrations created does not exist */
async function checkTables(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  const createdTables = migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/^create (?:unlogged )?table (?:if not exists )?([\w.]+)/gim)].map((match) => match[1]),
  );
  const droppedTables = new Set(
    migrations.flatMap(({ sql }) =>
      [...sql.matchAll(/^drop table (?:if exists )?([\w.]+)/gim)].map((match) => match[1]),
    ),
  );
  const { rows } = await pool.query<{ name: string }>(
    "select name from unnest($1::text[]) as name where to_regclass(name) is null",
    [createdTables.filter((name) => !droppedTables.has(name))],
  );
  if (rows.length > 0)
    throw new StartupError(
      `The database has lost ${rows.map((row) => row.name).join(", ")}: restore a backup, or start on an empty database.`,
    );
}

/** Describes where the database is, without the password. */
function describeLocation(url: string | undefined, { dataDir }: Config): string {
  if (url === undefined) return `in ${dataDir}`;
  const { host, pathname } = new URL(url);
  return `at ${host}${pathname}`;
}

/** Returns the message of a system or database error without its code and details. */
export function getErrorReason(error: unknown): string {
  if (error instanceof AggregateError) return getErrorReason(error.errors[0]);
  return error instanceof Error ? (error.message.replace(/^\w+: /, "").split(",")[0] ?? "") : String(error);
}
