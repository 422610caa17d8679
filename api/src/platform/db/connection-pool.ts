import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { countDatabaseError } from "../observability/observe-statement.ts";
import { DatabaseClient, type DatabaseClientConfig } from "./database-client.ts";
import type { DB } from "./tables.generated.ts";
import type { RootDb } from "./database.ts";

const INT8 = 20;
const DATE = 1082;
// Amounts and counts are far below 2^53. Calendar days stay strings, since they are not instants.
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(DATE, (text) => text);

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password?: string; database: string };

/** How long a request waits for a connection of the pool, in milliseconds. */
const ACQUIRE_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Longer than the statement timeout of the server, so a connection that is silent for this long is dead. */
const RESPONSE_TIMEOUT_MS = 20_000;
const MAX_CONNECTION_LIFETIME_SECONDS = 30 * 60;

export type PoolOptions = Pick<DatabaseClientConfig, "logSlowStatement"> & {
  /** True if a pooler in transaction mode is between this process and the server: session state cannot be used. */
  usesPooler?: boolean;
  /** See `DatabaseClientConfig`. */
  usePreparedStatements?: boolean;
  /** Timeouts for getting a connection from the pool, and for a response of the server, in milliseconds. */
  acquireTimeoutMs?: number;
  responseTimeoutMs?: number;
  /** True if the store works without this server, so that failures to connect are not counted as errors of the database. */
  isOptional?: boolean;
};

/**
 * Opens a connection pool.
 * @param onConnectionError called when a connection breaks; the pool replaces it
 * @param max the maximum number of connections
 */
export function openDb(
  connection: Connection,
  onConnectionError: (error: Error) => void,
  max = 10,
  {
    usesPooler = false,
    usePreparedStatements = true,
    logSlowStatement,
    acquireTimeoutMs,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    isOptional = false,
  }: PoolOptions = {},
): { db: RootDb; pool: pg.Pool } {
  const options: pg.PoolConfig & DatabaseClientConfig = {
    ...connection,
    usePreparedStatements,
    logSlowStatement,
    max,
    connectionTimeoutMillis: acquireTimeoutMs ?? ACQUIRE_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: MAX_CONNECTION_LIFETIME_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: "furoshiki",
    // A pooler rejects settings in the startup message; there the timeout is set on the role (docs/operations.md).
    ...(usesPooler ? {} : { statement_timeout: STATEMENT_TIMEOUT_MS }),
  };
  const pool = new pg.Pool({ ...options, Client: DatabaseClient });
  if (!isOptional) countFailedConnects(pool);
  pool.on("error", onConnectionError);
  // The pool handles errors of idle connections only; an error of one in use must not end the process.
  pool.on("connect", (client) => {
    client.on("error", onConnectionError);
    (client as DatabaseClient & pg.PoolClient).destroyWhenUnresponsive(responseTimeoutMs);
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) as RootDb;
  return { db, pool };
}

/** Counts the connections that the pool could not give; no statement is sent then, whose failure would be counted. */
function countFailedConnects(pool: pg.Pool): void {
  type Callback = (
    error: Error | undefined,
    client: pg.PoolClient | undefined,
    done: (release?: unknown) => void,
  ) => void;
  const connect = pool.connect.bind(pool);
  const connectAndCount = (callback?: Callback): Promise<pg.PoolClient> | undefined => {
    if (!callback)
      return connect().catch((error: unknown) => {
        countDatabaseError(error);
        throw error;
      });
    connect((error, client, done) => {
      if (error) countDatabaseError(error);
      callback(error, client, done);
    });
    return undefined;
  };
  pool.connect = connectAndCount as pg.Pool["connect"];
}
