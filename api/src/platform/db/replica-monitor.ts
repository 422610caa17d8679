import type pg from "pg";
import type { Log } from "../log.ts";
import { MAX_LAG_MS } from "./replica.ts";

const CHECK_INTERVAL_MS = 2000;
const UNCHECKED = "it has not been checked yet";

/**
 * A server: the position up to which it has written or replayed the write-ahead log, in bytes, null for a replica that has
 * become a primary; the cluster that it belongs to, the id of the database in it, and its timeline, which changes when a replica
 * becomes the primary.
 */
type ServerState = { position: number | null; cluster: string; database: number; timeline: number };

/**
 * Returns the position after every commit that is visible. Such a commit is on disk, unless the server acknowledges
 * commits before that (synchronous_commit).
 */
export const PRIMARY_POSITION = `pg_wal_lsn_diff(case when current_setting('synchronous_commit') = 'off'
  then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end, '0/0')::bigint`;
/** Returns the position whose changes queries see; null if the server is no replica. */
export const REPLICA_POSITION =
  "case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end";
const CLUSTER = `(select system_identifier::text from pg_control_system()) as cluster,
  (select oid::bigint from pg_database where datname = current_database()) as database,
  (select timeline_id from pg_control_checkpoint()) as timeline`;

type MonitorOptions = {
  /** One connection each, with short timeouts: a server that does not respond is found out by them. */
  primary: pg.Pool;
  replica: pg.Pool;
  log: Log;
};

/**
 * Watches a replica: whether it can be reached, follows the primary, and how far it is behind. A replica is not used until
 * the first check has passed. A change is logged once.
 */
export class ReplicaMonitor {
  readonly #options: MonitorOptions;
  readonly #timer: ReturnType<typeof setInterval>;
  #reason: string | null = UNCHECKED;
  #lost = new AbortController();
  #checking: Promise<void> | null = null;
  /** The first position of the primary that the replica has not reached, and when the primary was there. */
  #awaited: { position: number; at: number } | null = null;

  constructor(options: MonitorOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS).unref();
    void this.check();
  }

  /** Why the replica is not used; null if it is. */
  get reason(): string | null {
    return this.#reason;
  }

  /** By how many seconds the replica is behind, or for how long it cannot be used; 0 if it was current at the last check. */
  get lagSeconds(): number {
    return this.#awaited === null ? 0 : (performance.now() - this.#awaited.at) / 1000;
  }

  /** Aborted when the replica cannot be reached any more, so that nobody waits for its response. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Checks the replica now. Never rejects. */
  async check(): Promise<void> {
    await (this.#checking ??= this.#check().finally(() => (this.#checking = null)));
  }

  /** Stops using the replica until a check passes, because a connection to it has failed. */
  reportLost(error: unknown): void {
    this.#setReason(`it cannot be reached: ${getErrorMessage(error)}`);
    this.#lost.abort();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
    await Promise.all([this.#options.primary.end(), this.#options.replica.end()]);
  }

  async #check(): Promise<void> {
    const at = performance.now();
    const primary = await readState(this.#options.primary, PRIMARY_POSITION).catch(() => null);
    // Without its primary nothing is known of the replica, and nothing is read from it.
    if (!primary || primary.position === null) return;
    this.#awaited ??= { position: primary.position, at };
    const replica = await readState(this.#options.replica, REPLICA_POSITION).catch((error: unknown) => {
      this.reportLost(error);
      return null;
    });
    if (replica) this.#compare(primary, replica, this.#awaited);
  }

  #compare(primary: ServerState, replica: ServerState, awaited: { position: number; at: number }): void {
    const mismatch = describeMismatch(primary, replica);
    if (mismatch !== null || replica.position === null) {
      this.#setReason(mismatch);
      return;
    }
    const lagMs = performance.now() - awaited.at;
    const isReached = replica.position >= awaited.position;
    if (isReached) this.#awaited = null;
    if (lagMs > MAX_LAG_MS) this.#setReason(`it is more than ${MAX_LAG_MS / 1000} seconds behind`);
    else if (isReached) this.#setReason(null);
  }

  #setReason(reason: string | null): void {
    const [wasUsed, isUsed] = [this.#reason === null, reason === null];
    const isFirst = this.#reason === UNCHECKED;
    this.#reason = reason;
    if (isUsed) this.#lost = new AbortController();
    if (wasUsed === isUsed && !isFirst) return;
    if (isUsed) this.#options.log.info("the replica of the database is used");
    else this.#options.log.error(`the replica of the database is not used: ${reason}`);
  }
}

/** Says why a server is not a replica of the primary; null if it is. */
function describeMismatch(primary: ServerState, replica: ServerState): string | null {
  if (replica.position === null) return "it is not a replica, or is not one any more";
  if (replica.cluster !== primary.cluster) return "it is a replica of another server";
  if (replica.database !== primary.database) return "it is another database of the replica";
  return replica.timeline === primary.timeline ? null : "it is on another timeline than the primary";
}

async function readState(pool: pg.Pool, position: string): Promise<ServerState> {
  const { rows } = await pool.query<ServerState>(`select ${position} as position, ${CLUSTER}`);
  const [state] = rows;
  if (!state) throw new Error("it returned no position");
  return state;
}

/** Returns the message of an error; of several, as of a host with two addresses, that of the first. */
function getErrorMessage(error: unknown): string {
  if (error instanceof AggregateError) return getErrorMessage(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
