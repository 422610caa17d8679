import { type Kysely, type RawBuilder, sql } from "kysely";
import pg from "pg";
import type { Db } from "./database.ts";
import type { Connection } from "./connection-pool.ts";
import type { Log } from "../log.ts";

const CHANNEL = "pub_sub";
const RECONNECT_DELAYS_MS = [1000, 2000, 5000, 15_000, 30_000];
/**
 * A connection that only listens does not detect a dead server, so it is checked with a query at this interval and
 * timeout.
 */
const HEALTH_CHECK_INTERVAL_MS = 30_000;
const RESPONSE_TIMEOUT_MS = 10_000;

/** Receives the content of a message; null after a reconnect, since messages may have been missed. */
type MessageListener = (content: string | null) => void;

/** Publish/subscribe between all processes, over PostgreSQL's LISTEN/NOTIFY. */
export type PubSub = Readonly<{
  /**
   * Calls `onMessage` for each message of a topic, and after each reconnect.
   * @param onClose called when the process stops
   * @returns a function that ends the subscription
   */
  subscribe: (topic: string, onMessage: MessageListener, onClose: () => void) => () => void;
  /** Ends every subscription, when the process stops. */
  close: () => Promise<void>;
}>;

/**
 * Publishes a message to every process.
 * @param db in a transaction, the message is sent when it commits
 * @param topic such as `customer:17`, without spaces
 * @param content at most 7000 bytes
 */
export async function publish(db: Db | Kysely<unknown>, topic: string, content: string = ""): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${content === "" ? topic : `${topic} ${content}`})`.execute(db);
}

/** Returns an SQL expression that publishes a message without content for each row of a statement. */
export function publishExpression(topic: RawBuilder<string>): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, ${topic})`;
}

type Subscriber = { onMessage: MessageListener; onClose: () => void };

/** The subscribers of the process by topic. */
class Subscriptions {
  readonly #subscribersByTopic = new Map<string, Set<Subscriber>>();

  get isEmpty(): boolean {
    return this.#subscribersByTopic.size === 0;
  }

  /** @returns a function that removes the subscriber */
  add(topic: string, subscriber: Subscriber): () => void {
    const subscribers = this.#subscribersByTopic.get(topic) ?? new Set();
    this.#subscribersByTopic.set(topic, subscribers.add(subscriber));
    return () => {
      subscribers.delete(subscriber);
      if (subscribers.size === 0 && this.#subscribersByTopic.get(topic) === subscribers)
        this.#subscribersByTopic.delete(topic);
    };
  }

  notify(topic: string, content: string | null): void {
    for (const { onMessage } of this.#subscribersByTopic.get(topic) ?? []) onMessage(content);
  }

  notifyAll(): void {
    for (const topic of this.#subscribersByTopic.keys()) this.notify(topic, null);
  }

  close(): void {
    const allSubscribers = [...this.#subscribersByTopic.values()].flatMap((subscribers) => [...subscribers]);
    for (const { onClose } of allSubscribers) onClose();
    this.#subscribersByTopic.clear();
  }
}

type PubSubOptions = { healthCheckIntervalMs: number; responseTimeoutMs: number };

/** The connection on which the process listens. It is opened when it is needed, and reopened when it is lost. */
class ListeningConnection {
  readonly #connection: Connection;
  readonly #log: Log;
  readonly #subscriptions: Subscriptions;
  readonly #options: PubSubOptions;
  #client: pg.Client | null = null;
  #isClosed = false;
  #failures = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #healthCheckTimer: ReturnType<typeof setInterval> | undefined;

  constructor(connection: Connection, log: Log, subscriptions: Subscriptions, options: PubSubOptions) {
    this.#connection = connection;
    this.#log = log;
    this.#subscriptions = subscriptions;
    this.#options = options;
  }

  open(): void {
    if (this.#client || this.#isClosed) return;
    const client = this.#createClient();
    this.#client = client;
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => this.#handleConnect(client))
      .catch(() => this.#handleDisconnect(client));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    clearInterval(this.#healthCheckTimer);
    await this.#client?.end();
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
      this.#log.info("the pub/sub connection to the database was lost", { reason: error.message });
      this.#handleDisconnect(client);
    });
    client.on("end", () => this.#handleDisconnect(client));
    client.on("notification", ({ payload = "" }) => {
      const [topic = "", ...words] = payload.split(" ");
      this.#subscriptions.notify(topic, words.join(" "));
    });
    return client;
  }

  #handleConnect(client: pg.Client): void {
    this.#failures = 0;
    this.#healthCheckTimer = setInterval(
      () => void client.query("select 1").catch(() => this.#handleDisconnect(client)),
      this.#options.healthCheckIntervalMs,
    ).unref();
    // Messages may have been missed while the connection was down.
    this.#subscriptions.notifyAll();
  }

  #handleDisconnect(lostClient: pg.Client): void {
    if (this.#client !== lostClient) return;
    this.#client = null;
    clearInterval(this.#healthCheckTimer);
    lostClient.end().catch(() => undefined);
    if (this.#isClosed || this.#subscriptions.isEmpty) return;
    const delayMs = RECONNECT_DELAYS_MS[Math.min(this.#failures++, RECONNECT_DELAYS_MS.length - 1)];
    this.#reconnectTimer = setTimeout(() => this.open(), delayMs).unref();
  }
}

/** Opens publish/subscribe: one connection for all subscriptions of the process, opened with the first one. */
export function openPubSub(
  connection: Connection,
  log: Log,
  { healthCheckIntervalMs = HEALTH_CHECK_INTERVAL_MS, responseTimeoutMs = RESPONSE_TIMEOUT_MS } = {},
): PubSub {
  const subscriptions = new Subscriptions();
  const options = { healthCheckIntervalMs, responseTimeoutMs };
  const listening = new ListeningConnection(connection, log, subscriptions, options);
  return {
    subscribe(topic, onMessage, onClose) {
      const unsubscribe = subscriptions.add(topic, { onMessage, onClose });
      listening.open();
      return unsubscribe;
    },
    async close() {
      subscriptions.close();
      await listening.close();
    },
  };
}
