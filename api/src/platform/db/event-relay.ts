import { randomUUID } from "node:crypto";
import { z } from "zod";
import { openSignedValue, signValue } from "../valkey/signed-value.ts";
import type { Valkey } from "../valkey/valkey.ts";
import type { ListeningConnection } from "./listening-connection.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** How often the relaying process shows that it does, and the others look whether they need a connection of their own. */
const BEAT_INTERVAL_MS = 1000;
/** A process that has heard of no relay for this long listens itself. */
const MAX_SILENCE_MS = 4000;
const LOCK_NAME = "event relay";

/** `number` counts the messages of a relay. `payload` is null in a message that only shows that it relays. */
const relayMessage = z.object({
  relay: z.string(),
  number: z.int(),
  payload: z.string().nullable(),
  /** Whether it is the last message of a relay, which stops. */
  isLast: z.boolean(),
});
type RelayMessage = z.infer<typeof relayMessage>;

/**
 * Lets one process listen to the database for all. A process listens as long as it hears of no relay; of those that
 * listen, the one with a lock of the database is the relay: it sends what it hears through Valkey. The others then close
 * their connections, and open them again if the relay is silent, so that without Valkey each process listens itself.
 *
 * After every change of where messages come from, and if one is missing, subscribers are told that they may have missed
 * some.
 */
export class EventRelay {
  readonly #valkey: Valkey;
  readonly #listening: ListeningConnection;
  readonly #subscriptions: Subscriptions;
  readonly #id = randomUUID();
  readonly #channel: string;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The last message of another process that relays, and when it was received. */
  #last: RelayMessage | null = null;
  #heardAt = -Infinity;
  #isRelay = false;
  #number = 0;

  constructor(valkey: Valkey, listening: ListeningConnection, subscriptions: Subscriptions) {
    this.#valkey = valkey;
    this.#listening = listening;
    this.#subscriptions = subscriptions;
    this.#channel = `${valkey.prefix}events`;
  }

  /** Begins to receive messages, if it does not yet. */
  start(): void {
    if (this.#timer) return;
    this.#timer = setInterval(() => void this.#check(), BEAT_INTERVAL_MS).unref();
    this.#valkey.subscribe(this.#channel, (value) => this.#receive(value));
    this.#listening.open();
  }

  /** Sends a message that was heard of the database to the other processes, if this process is the relay. */
  forward(payload: string): void {
    if (this.#isRelay) void this.#send(payload);
  }

  /** Tells the other processes that this one, if it is the relay, may have missed messages. */
  skip(): void {
    this.#number++;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#isRelay) await this.#send(null, true);
    this.#isRelay = false;
  }

  async #check(): Promise<void> {
    if (performance.now() - this.#heardAt < MAX_SILENCE_MS) return;
    if (!this.#subscriptions.isEmpty) this.#listening.open();
    // Without Valkey nobody can relay. The lock is free again as soon as its connection is closed.
    this.#isRelay = await this.#listening.tryLock(LOCK_NAME).catch(() => false);
    if (this.#isRelay) await this.#send(null);
  }

  /** Sends a message. If it is lost, the receivers see that its number is missing. */
  async #send(payload: string | null, isLast = false): Promise<void> {
    const message: RelayMessage = { relay: this.#id, number: ++this.#number, payload, isLast };
    const value = signValue(this.#valkey.signingKey, this.#channel, Buffer.from(JSON.stringify(message)));
    await this.#valkey.run("events", async (client) => client.publish(this.#channel, value)).catch(() => undefined);
  }

  #receive(value: Buffer): void {
    const content = openSignedValue(this.#valkey.signingKey, this.#channel, value);
    if (!content) return;
    const { data: message } = relayMessage.safeParse(JSON.parse(content.toString()));
    // Another version of the program may send messages of another shape.
    if (!message || message.relay === this.#id || this.#isRelay) return;
    const isNext = message.relay === this.#last?.relay && message.number === this.#last.number + 1;
    this.#last = message;
    this.#heardAt = message.isLast ? -Infinity : performance.now();
    if (message.isLast) {
      void this.#check();
      return;
    }
    const wasListening = this.#listening.isOpen;
    if (wasListening) void this.#listening.close().catch(() => undefined);
    if (wasListening || !isNext) this.#subscriptions.notifyAll();
    if (!wasListening && message.payload !== null) this.#subscriptions.notify(message.payload);
  }
}
