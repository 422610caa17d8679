import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { ShopClient, type ShopClientConfig, UNLIMITED } from "./shop-client.ts";
import type { DB } from "./tables.generated.ts";

export type Db = Kysely<DB>;
/** A function that must not run outside a transaction asks for this type. */
export type Tx = Transaction<DB>;

const INT8 = 20;
const DATE = 1082;
// Amounts and counts stay far below 2^53; calendar days are not moments.
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(DATE, (text) => text);

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password?: string; database: string };

/** How long a request waits for one of the connections of its process, in milliseconds. */
const FREE_WITHIN_MS = 10_000;
const STATEMENT_WITHIN_MS = 15_000;
/** The server ends a statement before this, so that silence means that nobody is there. */
const SILENCE_MS = 20_000;
const LIFETIME_SECONDS = 30 * 60;

export type PoolOptions = {
  /** A pooler in transaction mode is between the shop and the server: nothing may be left to a session. */
  isPooled?: boolean;
  /** See `ShopClientConfig`. */
  preparesStatements?: boolean;
  /** How long the wait for a connection, and then for an answer, may be, in milliseconds. */
  freeWithinMs?: number;
  silenceMs?: number;
};

/** Opens a pool. @param onLost called when an idle connection breaks (the pool replaces it by itself). */
export function openDb(
  connection: Connection,
  onLost: (error: Error) => void,
  max = 10,
  { isPooled = false, preparesStatements = true, freeWithinMs, silenceMs = SILENCE_MS }: PoolOptions = {},
): { db: Db; pool: pg.Pool } {
  const options: pg.PoolConfig & ShopClientConfig = {
    ...connection,
    preparesStatements,
    max,
    connectionTimeoutMillis: freeWithinMs ?? FREE_WITHIN_MS,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: "furoshiki",
    // A pooler refuses settings at the start of a connection: there the role has the limit (docs/operations.md).
    ...(isPooled ? {} : { statement_timeout: STATEMENT_WITHIN_MS }),
  };
  const pool = new pg.Pool({ ...options, Client: ShopClient });
  pool.on("error", onLost);
  // The pool listens to idle connections only; one that breaks while in use must not end the process.
  pool.on("connect", (client) => {
    client.on("error", onLost);
    (client as ShopClient & pg.PoolClient).endWhenSilent(silenceMs);
  });
  return { db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }), pool };
}

const commitHooks = new WeakMap<object, (() => void | Promise<void>)[]>();
const homes = new WeakMap<Db, Db>();

/**
 * Runs `work` in one transaction; work registered with `afterCommit` follows once it is durable.
 * A serialization failure or deadlock is tried again, at most three times.
 */
export async function withTransaction<T>(db: Db, work: (db: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const hooks: (() => void | Promise<void>)[] = [];
    try {
      const result = await db.transaction().execute(async (tx) => {
        commitHooks.set(tx, hooks);
        homes.set(tx, db);
        return work(tx);
      });
      for (const hook of hooks) await hook();
      return result;
    } catch (error) {
      if (attempt >= 3 || !["40001", "40P01"].includes(sqlState(error) ?? "")) throw error;
    }
  }
}

/** Lets the statements of a transaction take their time: work over a whole shop is longer than any answer may be. */
export async function unhurried(tx: Tx): Promise<void> {
  await sql.raw(UNLIMITED).execute(tx);
}

/** The database that a transaction is in; any other database is its own. */
export function homeOf(db: Db): Db {
  return homes.get(db) ?? db;
}

/** Runs `hook` after the transaction has committed, never when it is rolled back. */
export function afterCommit(tx: Tx, hook: () => void | Promise<void>): void {
  const hooks = commitHooks.get(tx);
  if (!hooks) throw new Error("afterCommit outside withTransaction");
  hooks.push(hook);
}

/** The SQLSTATE of a database error, or undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** True when a request brought characters that the database cannot hold: text with a zero in it. */
export function isUnstorableText(error: unknown): boolean {
  return ["22021", "22P05"].includes(sqlState(error) ?? "");
}

const lostCodes = new Set([
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
 * What keeps the database from serving, in one line for the log; null when the error is none of that kind.
 * Such requests get 503 and may be tried again; everything else that a database says against a statement is a bug.
 */
export function databaseTrouble(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "53100" || code === "ENOSPC") return `the disk of the database is full: ${error.message}`;
  if (code === "42P01" || code === "42703") {
    return `the database lacks what this version needs (${error.message}): were its tables changed by hand, or by another version?`;
  }
  const lost =
    lostCodes.has(code) || code.startsWith("08") || /Connection terminated|timeout expired/.test(error.message);
  return lost ? `the database is out of reach: ${error.message}` : null;
}

/** True when all connections of this process were in use for too long: the database works, and has too much to do. */
export function isPoolFull(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

/** True when the database cannot serve a request at the moment: it is lost, or the pool is full. */
export function isDatabaseLost(error: unknown): boolean {
  return databaseTrouble(error) !== null || isPoolFull(error);
}
