import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.ts";
import type { Connection } from "./connection-pool.ts";
import { PUB_SUB_CHANNEL } from "./pub-sub.ts";

/** How long the database may take to answer for its lock, and to close a connection. */
const LOCK_TIMEOUT_MS = 2000;
const CLOSE_TIMEOUT_MS = 1000;
const RECONNECT_DELAYS_MS = [1000, 2000, 5000, 15_000, 30_000];

export type ListeningOptions = Readonly<{
  /**
   * A connection that only listens does not detect a dead server, so it is checked with a query at this interval and
   * timeout.
   */
  healthCheckIntervalMs: number;
  responseTimeoutMs: number;
  /** Receives the payload of each notification. */
  onMessage: (payload: string) => void;
  /** Called when the connection listens, at first and after each reconnect. */
  onListen: () => void;
  /** Whether a lost connection is opened again. */
  isNeeded: () => boolean;
}>;

/** The connection on which the process listens. It is opened when it is needed, and reopened when it is lost. */
export class ListeningConnection {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #options: ListeningOptions;
  #client: pg.Client | null = null;
  #isListening = false;
  #isLocked = false;
  #failures = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #healthCheckTimer: ReturnType<typeof setInterval> | undefined;

  constructor(connection: Connection, log: Log, options: ListeningOptions) {
    this.#connection = connection;
    this.#log = log;
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#client !== null;
  }

  open(): void {
    if (this.#client) return;
    clearTimeout(this.#reconnectTimer);
    const client = this.#createClient();
    this.#client = client;
    client
      .connect()
      .then(() => client.query(`listen ${PUB_SUB_CHANNEL}`))
      .then(() => this.#handleConnect(client))
      .catch(() => this.#handleDisconnect(client));
  }

  async close(): Promise<void> {
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#healthCheckTimer);
    const client = this.#client;
    this.#client = null;
    this.#isListening = false;
    this.#isLocked = false;
    if (!client) return;
    // A server that does not answer anymore would never confirm that the connection is closed.
    await Promise.race([client.end().catch(() => undefined), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /**
   * Takes a lock of the database, which is released when the connection is closed or lost; or checks that it still has it.
   * @returns whether this connection has the lock; false while it does not listen, or the database does not answer
   */
  async tryLock(name: string): Promise<boolean> {
    const client = this.#client;
    if (!client || !this.#isListening) return false;
    const lock = "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked";
    const query = this.#isLocked ? client.query("select true as locked") : client.query(lock, [name]);
    const answer = await Promise.race([query.catch(() => null), sleep(LOCK_TIMEOUT_MS, null, { ref: false })]);
    // A process that cannot hear the database must not keep others from listening.
    if (!answer) this.#handleDisconnect(client);
    else if (this.#client === client) this.#isLocked = (answer.rows[0] as { locked: boolean }).locked;
    return this.#isLocked;
  }

  #createClient(): pg.Client {
    const { responseTimeoutMs } = this.#options;
    const client = new pg.Client({
      ...this.#connection,
      application_name: "furoshiki-pub-sub",
      keepAlive: true,
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    });
    client.on("error", (error) => {
      if (this.#client === client)
        this.#log.info("the pub/sub connection to the database was lost", { reason: error.message });
      this.#handleDisconnect(client);
    });
    client.on("end", () => this.#handleDisconnect(client));
    client.on("notification", ({ payload = "" }) => {
      if (this.#client === client) this.#options.onMessage(payload);
    });
    return client;
  }

  #handleConnect(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#failures = 0;
    this.#isListening = true;
    this.#healthCheckTimer = setInterval(
      () => void client.query("select 1").catch(() => this.#handleDisconnect(client)),
      this.#options.healthCheckIntervalMs,
    ).unref();
    this.#options.onListen();
  }

  #handleDisconnect(lostClient: pg.Client): void {
    if (this.#client !== lostClient) return;
    this.#client = null;
    this.#isListening = false;
    this.#isLocked = false;
    clearInterval(this.#healthCheckTimer);
    lostClient.end().catch(() => undefined);
    if (!this.#options.isNeeded()) return;
    const delayMs = RECONNECT_DELAYS_MS[Math.min(this.#failures++, RECONNECT_DELAYS_MS.length - 1)];
    this.#reconnectTimer = setTimeout(() => this.open(), delayMs).unref();
  }
}
