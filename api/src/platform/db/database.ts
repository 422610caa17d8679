import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { DatabaseClient, type DatabaseClientConfig, DISABLE_STATEMENT_TIMEOUT } from "./database-client.ts";
import type { DB } from "./tables.generated.ts";

export type Db = Kysely<DB>;
/** Functions that must run in a transaction take this type. */
export type Tx = Transaction<DB>;

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

export type PoolOptions = {
  /** True if a pooler in transaction mode is between this process and the server: session state cannot be used. */
  usesPooler?: boolean;
  /** See `DatabaseClientConfig`. */
  usePreparedStatements?: boolean;
  /** Timeouts for getting a connection from the pool, and for a response of the server, in milliseconds. */
  acquireTimeoutMs?: number;
  responseTimeoutMs?: number;
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
    acquireTimeoutMs,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
  }: PoolOptions = {},
): { db: Db; pool: pg.Pool } {
  const options: pg.PoolConfig & DatabaseClientConfig = {
    ...connection,
    usePreparedStatements,
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
  pool.on("error", onConnectionError);
  // The pool handles errors of idle connections only; an error of one in use must not end the process.
  pool.on("connect", (client) => {
    client.on("error", onConnectionError);
    (client as DatabaseClient & pg.PoolClient).destroyWhenUnresponsive(responseTimeoutMs);
  });
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool };
}

const commitHooks = new WeakMap<object, (() => void | Promise<void>)[]>();
const rootDbs = new WeakMap<Db, Db>();

/**
 * Runs `work` in a transaction, then the hooks that were registered with `afterCommit`. After a serialization failure
 * or deadlock the transaction is retried, with at most three tries.
 * @returns the result of `work`
 */
export async function withTransaction<T>(db: Db, work: (db: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const hooks: (() => void | Promise<void>)[] = [];
    try {
      const result = await db.transaction().execute(async (tx) => {
        commitHooks.set(tx, hooks);
        rootDbs.set(tx, db);
        return work(tx);
      });
      for (const hook of hooks) await hook();
      return result;
    } catch (error) {
      if (attempt >= 3 || !["40001", "40P01"].includes(getSqlState(error) ?? "")) throw error;
    }
  }
}

/** Removes the statement timeout for the rest of a transaction, for bulk work that takes longer than a request may. */
export async function disableStatementTimeout(tx: Tx): Promise<void> {
  await sql.raw(DISABLE_STATEMENT_TIMEOUT).execute(tx);
}

/** Returns the database of a transaction; any other database is returned as it is. */
export function getRootDb(db: Db): Db {
  return rootDbs.get(db) ?? db;
}

/**
 * Runs `hook` after the transaction has committed; not if it is rolled back.
 * @throws Error if the transaction was not opened by `withTransaction`
 */
export function afterCommit(tx: Tx, hook: () => void | Promise<void>): void {
  const hooks = commitHooks.get(tx);
  if (!hooks) throw new Error("afterCommit outside withTransaction");
  hooks.push(hook);
}

/** Returns the SQLSTATE of a database error; undefined for other errors. */
export function getSqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Returns whether a request contained text that PostgreSQL cannot store, such as a null character. */
export function isInvalidTextError(error: unknown): boolean {
  return ["22021", "22P05"].includes(getSqlState(error) ?? "");
}

const connectionErrorCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);

/**
 * Describes why the database cannot serve requests, in one line for the log; null for other errors. These requests get
 * 503 and may be retried; any other database error is a bug.
 */
export function describeDatabaseOutage(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "53100" || code === "ENOSPC") return `the disk of the database is full: ${error.message}`;
  if (code === "42P01" || code === "42703") {
    return `the database lacks what this version needs (${error.message}): were its tables changed by hand, or by another version?`;
  }
  const isConnectionLost =
    connectionErrorCodes.has(code) ||
    code.startsWith("08") ||
    /Connection terminated|timeout expired/.test(error.message);
  return isConnectionLost ? `the database is out of reach: ${error.message}` : null;
}

/** Returns whether no connection of the pool became free in time: the database works, but is overloaded. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** Returns whether the database cannot serve a request at the moment: it is unavailable, or the pool is exhausted. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return describeDatabaseOutage(error) !== null || isPoolExhausted(error);
}
