import { AsyncLocalStorage } from "node:async_hooks";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type pg from "pg";
import type { RootDb } from "../src/platform/db/database.ts";
import type { DB } from "../src/platform/db/tables.generated.ts";

/**
 * The request of a member of staff that is being answered. What follows a recorded action, such as functions registered
 * with `afterCommit`, belongs to it and needs no entry of its own.
 */
export const staffRequest = new AsyncLocalStorage<{ hasEntry: boolean }>();

/**
 * Tables that every request may write: the last use of a session, counters of limits, and keys of requests. An insert
 * of a key that loses against a parallel one is counted by PostgreSQL as an inserted row.
 */
const REQUEST_TABLES = ["staff_sessions", "rate_limits", "idempotency_keys"];
/**
 * Tables whose rows may be updated, but not inserted or deleted: renewing an assignment only moves its end, and a
 * request to a carrier can be sent for somebody else whose entry has recorded it.
 */
const UPDATED_TABLES = ["order_assignments", "carrier_orders"];

/** Counts the rows that were changed in this transaction, and by others of the session that are not reported yet. */
const countChanges = CompiledQuery.raw(
  `select coalesce(sum(n_tup_ins + n_tup_del + case when relname = any ($2) then 0 else n_tup_upd end), 0)::integer as changes
   from pg_stat_xact_user_tables where schemaname = 'public' and relname <> all ($1)`,
  [REQUEST_TABLES, UPDATED_TABLES],
);
const findEntry = CompiledQuery.raw("select 1 from audit_entries where xmin = pg_current_xact_id()::xid limit 1");

type ExecuteQuery = DatabaseConnection["executeQuery"];

/**
 * Fails every transaction of a staff request that changes rows and has no audit entry, also one of a single statement.
 */
class StaffTransactionDriver extends PostgresDriver {
  /** The number of changes before each open transaction; null if it is not checked. */
  readonly #changesBefore = new Map<DatabaseConnection, number | null>();
  readonly #executors = new WeakMap<DatabaseConnection, ExecuteQuery>();

  override async acquireConnection(...options: Parameters<PostgresDriver["acquireConnection"]>) {
    const connection = await super.acquireConnection(...options);
    if (!this.#executors.has(connection)) {
      const execute: ExecuteQuery = connection.executeQuery.bind(connection);
      this.#executors.set(connection, execute);
      connection.executeQuery = async (query, ...rest) =>
        this.#changesBefore.has(connection) || !staffRequest.getStore() || query.query.kind === "SelectQueryNode"
          ? execute(query, ...rest)
          : this.#executeInTransaction(connection, query);
    }
    return connection;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    this.#changesBefore.set(connection, null);
    await super.beginTransaction(connection, settings);
    if (staffRequest.getStore()) this.#changesBefore.set(connection, await getChanges(connection));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const changesBefore = this.#changesBefore.get(connection);
    if (typeof changesBefore === "number") await checkTransaction(connection, changesBefore);
    await super.commitTransaction(connection);
    this.#changesBefore.delete(connection);
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver["rollbackTransaction"]>[0]): Promise<void> {
    // The statement itself must not be taken for one outside a transaction.
    await super.rollbackTransaction(connection).finally(() => this.#changesBefore.delete(connection));
  }

  async #executeInTransaction<R>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    await this.beginTransaction(connection, {});
    try {
      const result = await connection.executeQuery<R>(query);
      await this.commitTransaction(connection);
      return result;
    } catch (error) {
      await connection.executeQuery(CompiledQuery.raw("rollback"));
      this.#changesBefore.delete(connection);
      throw error;
    }
  }
}

async function getChanges(connection: DatabaseConnection): Promise<number> {
  const { rows } = await connection.executeQuery<{ changes: number }>(countChanges);
  return rows[0]?.changes ?? 0;
}

async function checkTransaction(connection: DatabaseConnection, changesBefore: number): Promise<void> {
  const request = staffRequest.getStore();
  if (!request || request.hasEntry || (await getChanges(connection)) === changesBefore) return;
  const { rows } = await connection.executeQuery(findEntry);
  if (rows.length === 0) throw new Error("a request of staff has changed rows without an audit entry");
  request.hasEntry = true;
}

class StaffTransactionDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new StaffTransactionDriver({ pool: this.#pool });
  }
}

/** Opens a database on a pool whose staff transactions are checked. */
export function openCheckedDb(pool: pg.Pool): RootDb {
  return new Kysely<DB>({ dialect: new StaffTransactionDialect(pool) }) as RootDb;
}
