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

/** Publish/subscribe between all processes, over PostgreSQL's LISTEN/NOTIFY. A message has a topic and no content. */
export type PubSub = Readonly<{
  /**
   * Calls `onMessage` for each message of a topic, and after each reconnect, since messages may have been missed.
   * @param onClose called when the process stops
   * @returns a function that ends the subscription
   */
  subscribe: (topic: string, onMessage: () => void, onClose: () => void) => () => void;
  /** Ends every subscription, when the process stops. */
  close: () => Promise<void>;
}>;

/**
 * Publishes a message to every process.
 * @param db in a transaction, the message is sent when it commits
 * @param topic such as `customer:17`
 */
export async function publish(db: Db | Kysely<unknown>, topic: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(db);
}

/** Returns an SQL expression that publishes a message for each row of a statement. */
export function publishExpression(topic: RawBuilder<string>): RawBuilder<unknown> {
  return sql`pg_notify(${CHANNEL}, ${topic})`;
}

type Subscriber = { onMessage: () => void; onClose: () => void };

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

  notify(topic: string): void {
    for (const { onMessage } of this.#subscribersByTopic.get(topic) ?? []) onMessage();
  }

  notifyAll(): void {
    for (const topic of this.#subscribersByTopic.keys()) this.notify(topic);
  }

  close(): void {
    const allSubscribers = [...this.#subscribersByTopic.values()].flatMap((subscribers) => [...subscribers]);
    for (const { onClose } of allSubscribers) onClose();
    this.#subscribersByTopic.clear();
  }
}

/**
 * Opens one connection for all subscriptions of the process, when the first one is added; a lost connection is
 * reopened.
 */
export function openPubSub(
  connection: Connection,
  log: Log,
  { healthCheckIntervalMs = HEALTH_CHECK_INTERVAL_MS, responseTimeoutMs = RESPONSE_TIMEOUT_MS } = {},
): PubSub {
  const subscriptions = new Subscriptions();
  let client: pg.Client | null = null;
  let isClosed = false;
  let failures = 0;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  let healthCheckTimer: ReturnType<typeof setInterval> | undefined;

  const handleDisconnect = (lostClient: pg.Client) => {
    if (client !== lostClient) return;
    client = null;
    clearInterval(healthCheckTimer);
    lostClient.end().catch(() => undefined);
    if (isClosed || subscriptions.isEmpty) return;
    reconnectTimer = setTimeout(
      connect,
      RECONNECT_DELAYS_MS[Math.min(failures++, RECONNECT_DELAYS_MS.length - 1)],
    ).unref();
  };
  function connect(): void {
    if (client || isClosed) return;
    const newClient = new pg.Client({
      ...connection,
      application_name: "furoshiki-pub-sub",
      keepAlive: true,
      connectionTimeoutMillis: responseTimeoutMs,
      query_timeout: responseTimeoutMs,
    });
    client = newClient;
    newClient.on("error", (error) => {
      log.info("the pub/sub connection to the database was lost", { reason: error.message });
      handleDisconnect(newClient);
    });
    newClient.on("end", () => handleDisconnect(newClient));
    newClient.on("notification", ({ payload }) => subscriptions.notify(payload ?? ""));
    newClient
      .connect()
      .then(() => newClient.query(`listen ${CHANNEL}`))
      .then(() => {
        failures = 0;
        healthCheckTimer = setInterval(
          () => void newClient.query("select 1").catch(() => handleDisconnect(newClient)),
          healthCheckIntervalMs,
        ).unref();
        // Messages may have been missed while the connection was down.
        subscriptions.notifyAll();
      })
      .catch(() => handleDisconnect(newClient));
  }

  return {
    subscribe(topic, onMessage, onClose) {
      const unsubscribe = subscriptions.add(topic, { onMessage, onClose });
      connect();
      return unsubscribe;
    },
    async close() {
      isClosed = true;
      clearTimeout(reconnectTimer);
      clearInterval(healthCheckTimer);
      subscriptions.close();
      await client?.end();
    },
  };
}
