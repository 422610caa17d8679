import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Db } from "./database.ts";

export const PUB_SUB_CHANNEL = "pub_sub";

/** Receives the content of a message; null after a reconnect, since messages may have been missed. */
export type MessageListener = (content: string | null) => void;

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
