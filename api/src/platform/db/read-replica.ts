import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type QueryResult,
} from "kysely";
import type pg from "pg";
import { defineCounter } from "../observability/metrics.ts";
import { getSqlState, type RootDb, setPrimaryDb } from "./database.ts";
import { isConnectionLost, isPoolExhausted } from "./database-errors.ts";
import { PRIMARY_POSITION, REPLICA_POSITION, type ReplicaMonitor } from "./replica-monitor.ts";
import type { Replica } from "./replica.ts";
import type { DB } from "./tables.generated.ts";

/** How often a read that waits for the replica asks for its position, in milliseconds. */
const POLL_INTERVAL_MS = 20;
/** Serialization failure, which a conflict with recovery is, and a write in a read-only transaction. */
const REPEATABLE = new Set(["40001", "25006"]);

const countRead = defineCounter(
  "furoshiki_db_replica_reads_total",
  "Statements that may be read from the replica: `replica`; from the primary as it is `behind` or `unused`, or `repeated` there.",
  ["replica", "behind", "unused", "repeated"].map((result) => ({ result })),
);

type ReplicaOptions = {
  primary: RootDb;
  /** One connection to the primary for its position, so that nobody waits for one of the pool. */
  primaryPool: pg.Pool;
  replicaPool: pg.Pool;
  monitor: ReplicaMonitor;
};

/**
 * A streaming replica that reads may use. It never shows less than the primary: a read uses it if it has replayed
 * everything that was committed when the reader began, and the primary otherwise
 * (docs/decisions/0116-read-from-a-replica-by-its-position.md).
 */
export class ReadReplica implements Replica {
  readonly monitor: ReplicaMonitor;
  readonly #options: ReplicaOptions;
  readonly #positions: PrimaryPositions;
  /** The position of each connection when it was last asked: a server that is restarted may be behind it again. */
  readonly #replayed = new WeakMap<pg.PoolClient, number>();

  constructor(options: ReplicaOptions) {
    this.monitor = options.monitor;
    this.#options = options;
    this.#positions = new PrimaryPositions(options.primaryPool);
  }

  openDb(maxWaitMs = 0): RootDb {
    return createReadDb(this.#options.primary, new Reader(this, maxWaitMs));
  }

  /** Returns the position of the primary: everything that was committed before the call is before it. */
  async readPosition(): Promise<number> {
    return this.#positions.read();
  }

  /**
   * Executes a query.
   * @param position what the query must see
   * @param waitUntil until when it waits for the replica, in ms of `performance.now()`
   * @returns null if the replica is behind
   */
  async execute<R>(query: CompiledQuery, position: number, waitUntil: number): Promise<QueryResult<R> | null> {
    const { lost } = this.monitor;
    const client = await this.#options.replicaPool.connect();
    let isBroken = true;
    try {
      const result = await untilAborted(lost, async () => {
        if (!(await this.#hasReplayed(client, position, waitUntil))) return null;
        const { rows } = await client.query(query.sql, [...query.parameters]);
        return { rows: rows as R[] };
      });
      isBroken = false;
      return result;
    } catch (error) {
      isBroken = lost.aborted || isConnectionLost(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  }

  async #hasReplayed(client: pg.PoolClient, position: number, waitUntil: number): Promise<boolean> {
    for (;;) {
      if ((this.#replayed.get(client) ?? -1) >= position) return true;
      const { rows } = await client.query<{ position: number | null }>(`select ${REPLICA_POSITION} as position`);
      const replayed = rows[0]?.position ?? -1;
      this.#replayed.set(client, replayed);
      if (replayed >= position) return true;
      if (this.monitor.reason !== null || performance.now() + POLL_INTERVAL_MS > waitUntil) return false;
      await sleep(POLL_INTERVAL_MS);
    }
  }

  async close(): Promise<void> {
    await this.monitor.close();
    await Promise.all([this.#options.primaryPool.end(), this.#options.replicaPool.end()]);
  }
}

/** Reads the position of the primary, once for all who have asked before the query began. */
class PrimaryPositions {
  readonly #pool: pg.Pool;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<number> | null = null;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async read(): Promise<number> {
    return (this.#next ??= this.#readAfter(this.#running));
  }

  async #readAfter(running: Promise<unknown>): Promise<number> {
    await running.catch(() => undefined);
    const reading = this.#pool.query<{ position: number }>(`select ${PRIMARY_POSITION} as position`);
    this.#next = null;
    this.#running = reading;
    const [row] = (await reading).rows;
    if (!row) throw new Error("the primary returned no position");
    return row.position;
  }
}

/** What one reader must see. Once it has read from the primary, it does so to its end: time never goes back for it. */
class Reader {
  readonly #replica: ReadReplica;
  readonly #waitUntil: number;
  #position: Promise<number> | null = null;
  #usesPrimary = false;

  constructor(replica: ReadReplica, maxWaitMs: number) {
    this.#replica = replica;
    this.#waitUntil = performance.now() + maxWaitMs;
  }

  /** Lets the next query see everything that is committed now. */
  renewPosition(): void {
    this.#position = null;
  }

  /** Executes a query on the replica. @returns null if it must be executed on the primary */
  async execute<R>(query: CompiledQuery): Promise<QueryResult<R> | null> {
    if (this.#usesPrimary) return null;
    if (this.#replica.monitor.reason !== null) return this.#usePrimary("unused");
    // If the primary does not tell its position, it is the one to say why.
    const position = await (this.#position ??= this.#replica.readPosition()).catch(() => null);
    if (position === null) return this.#usePrimary("unused");
    try {
      const result = await this.#replica.execute<R>(query, position, this.#waitUntil);
      if (result === null) return this.#usePrimary("behind");
      countRead({ result: "replica" });
      return result;
    } catch (error) {
      if (isConnectionLost(error)) this.#replica.monitor.reportLost(error);
      else if (!isRepeatable(error)) throw error;
      return this.#usePrimary("repeated");
    }
  }

  #usePrimary(result: "behind" | "unused" | "repeated"): null {
    this.#usesPrimary = true;
    countRead({ result });
    return null;
  }
}

/**
 * Whether a query that failed on a replica can succeed on the primary: it was canceled because the replica had to replay a
 * change of its rows, it would write, or the replica is overloaded or was lost meanwhile.
 */
function isRepeatable(error: unknown): boolean {
  const isAborted = error instanceof Error && error.name === "AbortError";
  return isAborted || isPoolExhausted(error) || REPEATABLE.has(getSqlState(error) ?? "");
}

/**
 * A query that changes nothing and takes no lock, or one that a replica refuses; it may begin with a comment. Advisory locks
 * are those of one server.
 */
function isRead({ sql }: CompiledQuery): boolean {
  return /^\s*(?:\/\*.*?\*\/\s*)*(?:select|with)\b/is.test(sql) && !sql.includes("advisory");
}

class ReadDb extends Kysely<DB> {
  readonly #primary: RootDb;

  constructor(primary: RootDb, props: ConstructorParameters<typeof Kysely<DB>>[0]) {
    super(props);
    this.#primary = primary;
  }

  override transaction() {
    return this.#primary.transaction();
  }

  override startTransaction() {
    return this.#primary.startTransaction();
  }

  override connection() {
    return this.#primary.connection();
  }
}

function createReadDb(primary: RootDb, reader: Reader): RootDb {
  const executor = primary.getExecutor();
  const executeAtPrimary = async <R>(query: CompiledQuery) =>
    executor.provideConnection(async (connection) => connection.executeQuery<R>(query));
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) =>
      (isRead(query) ? await reader.execute<R>(query) : null) ?? executeAtPrimary<R>(query),
    streamQuery: () => {
      throw new Error("streams of rows are not supported");
    },
  };
  const provider: ConnectionProvider = { provideConnection: async (consumer) => consumer(connection) };
  const dialect = new PostgresDialect({ pool: async () => Promise.reject(new Error("it has no pool of its own")) });
  const props = {
    config: { dialect },
    dialect,
    driver: dialect.createDriver(),
    executor: executor.withConnectionProvider(provider),
  };
  const db = new ReadDb(primary, props) as unknown as RootDb;
  setPrimaryDb(db, primary, () => reader.renewPosition());
  return db;
}

/** Runs `work`, and rejects when the signal is aborted before it ends. */
async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(), promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
