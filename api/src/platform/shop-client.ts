import type { Socket } from "node:net";
import pg from "pg";
import { statementName } from "./prepared.ts";

/** A server that cannot be reached within this time, in milliseconds, is out of reach. */
const CONNECT_WITHIN_MS = 3000;

/** Lifts the limits on the duration of statements until the end of the transaction. */
export const UNLIMITED = "set local statement_timeout = 0";

export type ShopClientConfig = pg.ClientConfig & {
  /** False where the statements of one connection may reach different sessions (a pooler that does not track names). */
  preparesStatements?: boolean;
};

/**
 * A connection that has the database keep the plans of statements (planning those of a page takes longer than running
 * them), and that ends itself when the server falls silent.
 */
export class ShopClient extends pg.Client {
  readonly #preparesStatements: boolean;
  #isUnlimited = false;

  constructor(config: ShopClientConfig = {}) {
    // The pool hides the password from enumeration. Its own timeout is for the wait in its queue.
    super({ ...config, ...hidden(config), connectionTimeoutMillis: CONNECT_WITHIN_MS });
    this.#preparesStatements = config.preparesStatements !== false;
  }

  // The driver's own type has eleven overloads; ours is what the query builder and plain statements need.
  override query: pg.Client["query"] = (...asked: unknown[]) => {
    const [text, values] = asked;
    const query = super.query.bind(this) as (...args: unknown[]) => never;
    if (typeof text !== "string") return query(...asked);
    if (text === UNLIMITED) this.#isUnlimited = true;
    else if (this.#isUnlimited && /^(commit|rollback)$/i.test(text)) this.#isUnlimited = false;
    if (!Array.isArray(values) || !this.#preparesStatements) return query(...asked);
    return query({ name: statementName(text), text, values }, ...asked.slice(2));
  };

  /**
   * Destroys the connection when a statement is under way and nothing has come from the server for `silenceMs`: a dead
   * host, or a proxy that keeps the connection open, sends no error. The statement fails and the pool connects again.
   */
  endWhenSilent(silenceMs: number): void {
    // The driver does not publish either, and offers no timeout that also gives up the connection.
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
    stream.setTimeout(silenceMs);
    stream.on("timeout", () => {
      if (this.#isUnlimited || !isBusy(this)) return;
      const error = new Error(`the database has not answered for ${silenceMs / 1000} seconds`);
      stream.destroy(Object.assign(error, { code: "ETIMEDOUT" }));
    });
  }
}

function hidden({ password }: pg.ClientConfig): Pick<pg.ClientConfig, "password"> {
  return password === undefined ? {} : { password };
}

function isBusy(client: pg.Client): boolean {
  return (client as unknown as { _activeQuery: object | null })._activeQuery !== null;
}
