import { afterCommit, type Db, homeOf, type Tx } from "./db.ts";

type Held<T> = { at: number; value: Promise<T>; isRead: boolean };

const forgetters: ((db?: Db) => void)[] = [];
/** Transactions that have looked whether what is held is still true. */
let relying = new WeakSet<Db>();
/** Of which version everything held for a database is, as far as anybody has looked. */
let versions = new WeakMap<Db, number>();

let cacheClock = () => performance.now();

/** Replaces the clock, in milliseconds, by which cached values expire: a test moves it by hand. */
export function setCacheClock(now: () => number): void {
  cacheClock = now;
}

/** Drops everything held, so that a test sees what it has just written. */
export function forgetEverything(): void {
  for (const forget of forgetters) forget();
  relying = new WeakSet();
  versions = new WeakMap();
}

/**
 * Lets a transaction rely on what the process holds (`freshWithin`) instead of reading it anew. One look at the table
 * `reference_version` tells whether any of it has changed; then all of it is dropped. What the transaction has to read
 * itself is held for others once it has committed.
 */
export async function relyOnHeld(tx: Tx): Promise<void> {
  const { version } = await tx.selectFrom("reference_version").select("version").executeTakeFirstOrThrow();
  const home = homeOf(tx);
  if ((versions.get(home) ?? 0) < version) {
    for (const forget of forgetters) forget(home);
    versions.set(home, version);
  }
  relying.add(tx);
}

/**
 * A value read from the database at most once in `freshMs`, for each database apart; a transaction reads its own, unless
 * it relies on what is held. Callers within that time share one reading; a failed reading is not kept.
 */
export function freshWithin<T>(
  freshMs: number,
  read: (db: Db) => Promise<T>,
): { get(db: Db): Promise<T>; forget(db: Db): void } {
  let held = new WeakMap<Db, Held<T>>();
  forgetters.push((db) => {
    if (db) held.delete(db);
    else held = new WeakMap();
  });
  const freshFor = (db: Db, now: number): Held<T> | undefined => {
    const found = held.get(db);
    return found && now - found.at < freshMs ? found : undefined;
  };
  return {
    get(db) {
      const now = cacheClock();
      const home = relying.has(db) ? homeOf(db) : db;
      // What a transaction relies on stays with it, however long it takes.
      const pinned = home === db ? undefined : held.get(db);
      const shared = freshFor(home, now);
      // A reading under way may wait for a connection, and that for this transaction to give back its own.
      const found = pinned ?? freshFor(db, now) ?? (home === db || shared?.isRead ? shared : undefined);
      if (found) {
        if (home !== db) held.set(db, found);
        return found.value;
      }
      const own: Held<T> = { at: now, value: read(db), isRead: false };
      held.set(db, own);
      own.value.then(
        () => {
          own.isRead = true;
        },
        () => held.delete(db),
      );
      if (home !== db) {
        const version = versions.get(home);
        afterCommit(db as Tx, () => {
          if (versions.get(home) === version) held.set(home, own);
        });
      }
      return own.value;
    },
    forget(db) {
      held.delete(db);
      const home = homeOf(db);
      if (home !== db) afterCommit(db as Tx, () => void held.delete(home));
    },
  };
}

const referenceVersion = freshWithin(1000, async (db) => {
  const { version } = await db.selectFrom("reference_version").select("version").executeTakeFirstOrThrow();
  return version;
});

/**
 * The same as `freshWithin` with a long time, for tables that count their changes in `reference_version`: a change is
 * seen within a second.
 */
export function freshUntilChanged<T>(freshMs: number, read: (db: Db) => Promise<T>): { get(db: Db): Promise<T> } {
  const values = freshWithin(freshMs, read);
  const seen = new WeakMap<Db, number>();
  return {
    async get(db) {
      const version = await referenceVersion.get(db);
      if (seen.get(db) !== version) {
        values.forget(db);
        seen.set(db, version);
      }
      return values.get(db);
    },
  };
}

/** A value read once for each database, which whoever gets it brings up to date himself; a failed reading is not kept. */
export function readOnce<T>(read: (db: Db) => Promise<T>): {
  get(db: Db): Promise<T>;
  /** Has the next one read anew, unless somebody has had that done. */
  forget(db: Db, value: Promise<T>): void;
} {
  let held = new WeakMap<Db, Promise<T>>();
  forgetters.push((db) => {
    if (!db) held = new WeakMap();
  });
  const forget = (db: Db, value: Promise<T>) => {
    if (held.get(db) === value) held.delete(db);
  };
  return {
    get(db) {
      const found = held.get(db);
      if (found) return found;
      const value = read(db);
      held.set(db, value);
      value.catch(() => forget(db, value));
      return value;
    },
    forget,
  };
}
