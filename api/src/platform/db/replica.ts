import type { RootDb } from "./database.ts";

/** A replica that is further behind its primary than this is not used, and nobody waits longer for it, in milliseconds. */
export const MAX_LAG_MS = 5000;

/** The replica that reads may use (`ReadReplica`). */
export type Replica = Readonly<{
  /**
   * Returns a database for the reads of one reader, such as a request. Transactions and writes use the primary.
   * @param maxWaitMs how long the first read waits for a replica that is behind; by default not at all
   */
  openDb: (maxWaitMs?: number) => RootDb;
  monitor: Readonly<{
    /** Why the replica is not used; null if it is. */
    reason: string | null;
    /** By how many seconds it is behind, or for how long it cannot be used; 0 if it was current at the last check. */
    lagSeconds: number;
  }>;
}>;

/**
 * Returns the database for reads of many rows that nobody waits for, or that take long anyway: feeds, exports, reports. The
 * first of them waits some seconds for a replica that is behind.
 */
export function openHeavyReadDb({ db, readReplica }: { db: RootDb; readReplica?: Replica | undefined }): RootDb {
  return readReplica?.openDb(MAX_LAG_MS) ?? db;
}
