import type { Db } from "./db.ts";

const forgetters: (() => void)[] = [];

/** Drops everything held, so that a test sees what it has just written. */
export function forgetEverything(): void {
  for (const forget of forgetters) forget();
}

/**
 * A value read from the database at most once in `freshMs`, for each database apart.
 * Callers within that time share one reading; a failed reading is not kept.
 */
export function freshWithin<T>(
  freshMs: number,
  read: (db: Db) => Promise<T>,
): { get(db: Db): Promise<T>; forget(db: Db): void } {
  let held = new WeakMap<Db, { at: number; value: Promise<T> }>();
  forgetters.push(() => {
    held = new WeakMap();
  });
  return {
    get(db) {
      const now = performance.now();
      const found = held.get(db);
      if (found && now - found.at < freshMs) return found.value;
      const value = read(db);
      held.set(db, { at: now, value });
      value.catch(() => held.delete(db));
      return value;
    },
    forget(db) {
      held.delete(db);
    },
  };
}
