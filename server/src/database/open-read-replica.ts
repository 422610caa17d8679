import type { Config } from "../../../api/src/platform/config.ts";
import { type Connection, openDb, type PoolOptions } from "../../../api/src/platform/db/connection-pool.ts";
import type { RootDb } from "../../../api/src/platform/db/database.ts";
import { ReadReplica } from "../../../api/src/platform/db/read-replica.ts";
import { ReplicaMonitor } from "../../../api/src/platform/db/replica-monitor.ts";
import { jsonLog } from "../../../api/src/platform/log.ts";

/** How long a read waits for a connection to the replica before it uses the primary, in milliseconds. */
const ACQUIRE_TIMEOUT_MS = 1000;
/** Time limit of a check for a connection and for a response. */
const CHECK_TIMEOUT_MS = 2000;

/**
 * Opens the replica at DATABASE_READ_URL; undefined if there is none. It is used as soon as it can be: a store starts and
 * runs without it.
 */
export function openReadReplica(
  { databaseReadUrl, databasePoolSize }: Pick<Config, "databaseReadUrl" | "databasePoolSize">,
  primary: { db: RootDb; connection: Connection },
  options: Pick<PoolOptions, "logSlowStatement" | "usesPooler" | "usePreparedStatements">,
): ReadReplica | undefined {
  if (databaseReadUrl === undefined) return undefined;
  const replicaConnection = { connectionString: databaseReadUrl };
  const ignoreError = () => undefined;
  const checkOptions = { acquireTimeoutMs: CHECK_TIMEOUT_MS, responseTimeoutMs: CHECK_TIMEOUT_MS };
  const replicaOptions = { logSlowStatement: options.logSlowStatement, isOptional: true };
  const monitor = new ReplicaMonitor({
    primary: openDb(primary.connection, ignoreError, 1, { ...options, ...checkOptions }).pool,
    replica: openDb(replicaConnection, ignoreError, 1, { ...replicaOptions, ...checkOptions }).pool,
    log: jsonLog,
  });
  return new ReadReplica({
    primary: primary.db,
    primaryPool: openDb(primary.connection, ignoreError, 1, { ...options, ...checkOptions }).pool,
    replicaPool: openDb(replicaConnection, ignoreError, databasePoolSize, {
      ...replicaOptions,
      acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
    }).pool,
    monitor,
  });
}
