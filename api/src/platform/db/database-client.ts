import type { Socket } from "node:net";
import pg from "pg";
import { observeStatement, type SlowStatementLog } from "../observability/observe-statement.ts";
import { getStatementName } from "./prepared-statements.ts";
import { DISABLE_STATEMENT_TIMEOUT } from "./statement-timeout.ts";

/** Timeout for connecting to the server, in milliseconds. */
const CONNECT_TIMEOUT_MS = 3000;

export type DatabaseClientConfig = pg.ClientConfig & {
  /**
   * False if statements of one connection may reach different sessions: a pooler that does not track prepared
   * statements.
   */
  usePreparedStatements?: boolean;
  /** Receives each statement with its duration; undefined for no log of slow statements. */
  logSlowStatement?: SlowStatementLog | undefined;
};

/**
 * A connection that uses prepared statements, since planning the queries of a page takes longer than running them, and
 * that is closed when the server stops responding.
 */
export class DatabaseClient extends pg.Client {
  readonly #usePreparedStatements: boolean;
  readonly #logSlowStatement: SlowStatementLog | undefined;
  #isUnlimited = false;

  constructor(config: DatabaseClientConfig = {}) {
    // The pool makes the password non-enumerable. The pool's own timeout is for its queue, not for the connection.
    super({ ...config, ...getPassword(config), connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    this.#usePreparedStatements = config.usePreparedStatements !== false;
    this.#logSlowStatement = config.logSlowStatement;
  }

  // The driver's type has eleven overloads; this one covers the query builder and plain statements.
  override query: pg.Client["query"] = (...queryArguments: unknown[]) => {
    const [text, values] = queryArguments;
    const query = super.query.bind(this) as (...args: unknown[]) => never;
    if (typeof text !== "string") return query(...queryArguments);
    if (text === DISABLE_STATEMENT_TIMEOUT) this.#isUnlimited = true;
    else if (this.#isUnlimited && /^(commit|rollback)$/i.test(text)) this.#isUnlimited = false;
    const send = () =>
      Array.isArray(values) && this.#usePreparedStatements
        ? query({ name: getStatementName(text), text, values }, ...queryArguments.slice(2))
        : query(...queryArguments);
    return observeStatement(text, send, this.#logSlowStatement);
  };

  /**
   * Destroys the connection if a statement is running and no data has come from the server for
   * `responseTimeoutMs` milliseconds: a dead host, or a proxy that keeps the connection open, causes no error. The statement fails and the
   * pool reconnects.
   */
  destroyWhenUnresponsive(responseTimeoutMs: number): void {
    // The driver exposes neither the stream nor a timeout that also closes the connection.
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(responseTimeoutMs);
    stream.on("timeout", () => {
      if (this.#isUnlimited || !isBusy(this)) return;
      const error = new Error(`the database has not responded for ${responseTimeoutMs / 1000} seconds`);
      stream.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
    });
  }
}

function getPassword({ password }: pg.ClientConfig): Pick<pg.ClientConfig, "password"> {
  return password === undefined ? {} : { password };
}

function isBusy(client: pg.Client): boolean {
  return (client as unknown as { _activeQuery: object | null })._activeQuery !== null;
}
