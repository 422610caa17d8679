import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Log } from "../log.ts";
import type { Valkey } from "../valkey/valkey.ts";
import type { Connection } from "./connection-pool.ts";
import type { Db } from "./database.ts";
import { EventRelay } from "./event-relay.ts";
import { ListeningConnection, PUB_SUB_CHANNEL } from "./listening-connection.ts";
import { type MessageListener, Subscriptions } from "./subscriptions.ts";

const HEALTH_CHECK_INTERVAL_MS = 30_000;
const RESPONSE_TIMEOUT_MS = 10_000;

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
  await sql`select pg_notify(${PUB_SUB_CHANNEL}, ${content === "" ? topic : `${topic} ${content}`})`.execute(db);
}

/** Returns an SQL expression that publishes a message without content for each row of a statement. */
export function publishExpression(topic: RawBuilder<string>): RawBuilder<unknown> {
  return sql`pg_notify(${PUB_SUB_CHANNEL}, ${topic})`;
}

/**
 * Opens publish/subscribe: one connection for all subscriptions of the process, opened with the first one.
 * @param options.valkey through which one process relays the messages to the others (see `EventRelay`)
 */
export function openPubSub(
  connection: Connection,
  log: Log,
  {
    healthCheckIntervalMs = HEALTH_CHECK_INTERVAL_MS,
    responseTimeoutMs = RESPONSE_TIMEOUT_MS,
    valkey,
  }: { healthCheckIntervalMs?: number; responseTimeoutMs?: number; valkey?: Valkey | undefined } = {},
): PubSub {
  const subscriptions = new Subscriptions();
  const listening = new ListeningConnection(connection, log, {
    healthCheckIntervalMs,
    responseTimeoutMs,
    onMessage: (payload) => {
      subscriptions.notify(payload);
      relay?.forward(payload);
    },
    // Messages may have been missed while the connection was down.
    onListen: () => {
      subscriptions.notifyAll();
      relay?.skip();
    },
    isNeeded: () => !subscriptions.isEmpty,
  });
  const relay = valkey ? new EventRelay(valkey, listening, subscriptions) : null;
  let isClosed = false;
  return {
    subscribe(topic, onMessage, onClose) {
      const unsubscribe = subscriptions.add(topic, { onMessage, onClose });
      if (relay && !isClosed) relay.start();
      else if (!isClosed) listening.open();
      return unsubscribe;
    },
    async close() {
      isClosed = true;
      subscriptions.close();
      await relay?.close();
      await listening.close();
    },
  };
}
