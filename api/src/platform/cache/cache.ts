import { afterCommit, type Db, getPrimaryDb, getRootDb, type Tx } from "../db/database.ts";

type CacheEntry<T> = { readAt: number; value: Promise<T>; isLoaded: boolean };

const invalidators: ((db?: Db) => void)[] = [];
/** Transactions that use the cached snapshot (see `useCachedSnapshot`). */
let snapshotTransactions = new WeakSet<Db>();
/**
 * The version of the cached tables that the cached values of each database belong to. Triggers increment
 * `reference_data_version` when one of these tables changes.
 */
let snapshotVersions = new WeakMap<Db, number>();

let cacheClock = () => performance.now();

/** Replaces the clock, in milliseconds, by which cached values expire, for tests. */
export function setCacheClock(now: () => number): void {
  cacheClock = now;
}

/** Clears every cache, so that a test sees what it has just written. */
export function clearAllCaches(): void {
  for (const invalidate of invalidators) invalidate();
  snapshotTransactions = new WeakSet();
  snapshotVersions = new WeakMap();
}

/**
 * Lets a transaction read cached values (see `cachedFor`) instead of the database. A query of the table
 * `reference_data_version` detects whether any of the cached tables has changed; if so, every cache of the database is
 * cleared. Values that the transaction loads are cached for others once it has committed.
 */
export async function useCachedSnapshot(tx: Tx): Promise<void> {
  const { version } = await tx.selectFrom("reference_data_version").select("version").executeTakeFirstOrThrow();
  const rootDb = getRootDb(tx);
  if ((snapshotVersions.get(rootDb) ?? 0) < version) {
    for (const invalidate of invalidators) invalidate(rootDb);
    snapshotVersions.set(rootDb, version);
  }
  snapshotTransactions.add(tx);
}

/**
 * Caches a value for a time, for each database separately, and reads it from the primary: writers use it as well. Callers
 * within that time share one read; a failed read is not cached. A transaction loads its own value, unless it called `useCachedSnapshot`.
 * @param ttlMs time to live in milliseconds
 * @param read loads the value
 */
export function cachedFor<T>(
  ttlMs: number,
  read: (db: Db) => Promise<T>,
): { get(db: Db): Promise<T>; invalidate(db: Db): void } {
  let entries = new WeakMap<Db, CacheEntry<T>>();
  invalidators.push((db) => {
    if (db) entries.delete(db);
    else entries = new WeakMap();
  });
  const getFreshEntry = (db: Db, now: number): CacheEntry<T> | undefined => {
    const entry = entries.get(db);
    return entry && now - entry.readAt < ttlMs ? entry : undefined;
  };
  /** Finds the entry that `db` may use. `rootDb` differs from it only in a transaction with the cached snapshot. */
  const findEntry = (db: Db, rootDb: Db, now: number): CacheEntry<T> | undefined => {
    if (rootDb === db) return getFreshEntry(db, now);
    // A transaction keeps the values that it has read for as long as it runs.
    const ownEntry = entries.get(db);
    if (ownEntry) return ownEntry;
    // A pending read may wait for a connection, which this transaction may be holding, so it must not be waited for.
    const sharedEntry = getFreshEntry(rootDb, now);
    return sharedEntry?.isLoaded ? sharedEntry : undefined;
  };
  return {
    get(requestedDb) {
      const db = getPrimaryDb(requestedDb);
      const now = cacheClock();
      const rootDb = snapshotTransactions.has(db) ? getRootDb(db) : db;
      const entry = findEntry(db, rootDb, now);
      if (entry) {
        if (rootDb !== db) entries.set(db, entry);
        return entry.value;
      }
      const newEntry: CacheEntry<T> = { readAt: now, value: read(db), isLoaded: false };
      entries.set(db, newEntry);
      newEntry.value.then(
        () => {
          newEntry.isLoaded = true;
        },
        () => entries.delete(db),
      );
      if (rootDb !== db) {
        const version = snapshotVersions.get(rootDb);
        afterCommit(db as Tx, () => {
          if (snapshotVersions.get(rootDb) === version) entries.set(rootDb, newEntry);
        });
      }
      return newEntry.value;
    },
    invalidate(db) {
      entries.delete(db);
      const rootDb = getRootDb(db);
      if (rootDb !== db) afterCommit(db as Tx, () => void entries.delete(rootDb));
    },
  };
}

const referenceVersion = cachedFor(1000, async (db) => {
  const { version } = await db.selectFrom("reference_data_version").select("version").executeTakeFirstOrThrow();
  return version;
});

/**
 * Like `cachedFor` with a long time to live, for tables whose changes are counted in `reference_data_version`: a change is
 * visible within a second.
 * @param ttlMs time to live in milliseconds
 * @param read loads the value
 */
export function cachedUntilChanged<T>(ttlMs: number, read: (db: Db) => Promise<T>): { get(db: Db): Promise<T> } {
  const cache = cachedFor(ttlMs, read);
  const seenVersions = new WeakMap<Db, number>();
  return {
    async get(requestedDb) {
      const db = getPrimaryDb(requestedDb);
      const version = await referenceVersion.get(db);
      if (seenVersions.get(db) !== version) {
        cache.invalidate(db);
        seenVersions.set(db, version);
      }
      return cache.get(db);
    },
  };
}

/** Caches a value for each database, read from the primary, until it is invalidated; a failed read is not cached. */
export function cachedUntilInvalidated<T>(read: (db: Db) => Promise<T>): {
  get(db: Db): Promise<T>;
  /** Invalidates `value`, unless it was already replaced by a newer one; whatever is cached, if it is not given. */
  invalidate(db: Db, value?: Promise<T>): void;
} {
  let entries = new WeakMap<Db, Promise<T>>();
  invalidators.push((db) => {
    if (!db) entries = new WeakMap();
  });
  const invalidate = (requestedDb: Db, value?: Promise<T>) => {
    const db = getPrimaryDb(requestedDb);
    if (value === undefined || entries.get(db) === value) entries.delete(db);
  };
  return {
    get(requestedDb) {
      const db = getPrimaryDb(requestedDb);
      const entry = entries.get(db);
      if (entry) return entry;
      const value = read(db);
      entries.set(db, value);
      value.catch(() => invalidate(db, value));
      return value;
    },
    invalidate,
  };
}
