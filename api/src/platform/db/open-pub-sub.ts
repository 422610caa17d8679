import type { Log } from "../log.ts";
import type { Valkey } from "../valkey/valkey.ts";
import type { Connection } from "./connection-pool.ts";
import { EventRelay } from "./event-relay.ts";
import { ListeningConnection } from "./listening-connection.ts";
import type { PubSub } from "./pub-sub.ts";
import { Subscriptions } from "./subscriptions.ts";

const HEALTH_CHECK_INTERVAL_MS = 30_000;
const RESPONSE_TIMEOUT_MS = 10_000;

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
