import { type Kysely, sql, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./tables.generated.ts";

export type Db = Kysely<DB>;
/** A transaction. Functions that must run in one take this type. */
export type Tx = Transaction<DB>;
/** A database, not a transaction. Functions that must not run in a transaction take this type. */
export type RootDb = Db & { readonly isTransaction: false };

/** SQLSTATE codes after which a transaction can be retried. */
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";

const commitHooks = new WeakMap<object, (() => void | Promise<void>)[]>();
const rootDbs = new WeakMap<Db, Db>();
const primaryDbs = new WeakMap<Db, { primary: Db; renewPosition: () => void }>();

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
      if (attempt >= 3 || ![SERIALIZATION_FAILURE, DEADLOCK_DETECTED].includes(getSqlState(error) ?? "")) throw error;
    }
  }
}

/**
 * Runs `work` in a savepoint of a transaction. If it throws, only its changes are rolled back, and the functions that it
 * has registered with `afterCommit` are not called.
 */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const hooks = commitHooks.get(tx) ?? [];
  const hookCount = hooks.length;
  await sql`savepoint work`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint work`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint work`.execute(tx);
    hooks.length = hookCount;
    throw error;
  }
}

/** Returns the database of a transaction, and the primary of a replica; any other database is returned as it is. */
export function getRootDb(db: Db): Db {
  return getPrimaryDb(rootDbs.get(db) ?? db);
}

/** Returns the database that a replica follows; any other database, and a transaction, is returned as it is. */
export function getPrimaryDb(db: Db): Db {
  return primaryDbs.get(db)?.primary ?? db;
}

/**
 * Records that `db` reads from a replica of `primary`, so that both have the same caches.
 * @param renewPosition lets the next read of `db` see everything that is committed then
 */
export function setPrimaryDb(db: Db, primary: Db, renewPosition: () => void): void {
  primaryDbs.set(db, { primary, renewPosition });
}

/**
 * Lets the next read from a replica see everything that is committed then, because the reader has just seen it at the
 * primary. For any other database it does nothing.
 */
export function renewPosition(db: Db): void {
  primaryDbs.get(db)?.renewPosition();
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

/** Whether one `pg_snapshot` (`xmin:xmax:in-progress`) sees less than another. What snapshots see only grows. */
export function isOlderSnapshot(one: string, other: string): boolean {
  const [a, b] = [one, other].map((snapshot) => {
    const [, xmax = "", inProgress = ""] = snapshot.split(":");
    return { xmax: Number(xmax), inProgress: inProgress === "" ? 0 : inProgress.split(",").length };
  });
  if (!a || !b) throw new Error("a snapshot has no xmax");
  return a.xmax < b.xmax || (a.xmax === b.xmax && a.inProgress > b.inProgress);
}

/**
 * Selects an id of the primary that is another one after a crash and after a failover. From then on, ids of transactions that
 * a snapshot may have seen can be given out again, so that it cannot be compared with later ones.
 */
export const serverRun = sql<string>`(
  select left(pg_walfile_name(pg_current_wal_lsn()), 8) || ':' || extract(epoch from stats_reset) from pg_stat_wal)`;
