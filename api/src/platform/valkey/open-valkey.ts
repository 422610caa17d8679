import { setImmediate } from "node:timers";
import type { RedisClientOptions } from "@redis/client";
import type { Log } from "../log.ts";
import { defineCounter } from "../observability/metrics.ts";
import {
  type MessageListener,
  type Valkey,
  type ValkeyClient,
  type ValkeyState,
  ValkeyUnavailableError,
  type ValkeyUse,
  valkeyUses,
} from "./valkey.ts";
import type { ValkeyConfig } from "./valkey-config.ts";

/** A command that takes longer counts as failed, and its connection as lost. */
const COMMAND_TIMEOUT_MS = 100;
const CONNECT_TIMEOUT_MS = 1000;
const HANDSHAKE_TIMEOUT_MS = 2000;
const RECONNECT_DELAYS_MS = [100, 500, 1000, 2000, 5000];
/** While it fails, one line is logged in this time. */
const LOG_INTERVAL_MS = 60_000;

const countFailure = defineCounter(
  "furoshiki_valkey_failures_total",
  "Uses of Valkey that failed, so that the process did without it, and failed attempts to connect.",
  valkeyUses.map((use) => ({ use })),
);

/**
 * Connects to Valkey in the background, and connects again when the connection is lost. It waits for the first attempt,
 * which may fail.
 * @param options.commandTimeoutMs 100 by default; longer for tests on a busy machine
 */
export async function openValkey(
  config: ValkeyConfig,
  log: Log,
  { commandTimeoutMs = COMMAND_TIMEOUT_MS } = {},
): Promise<Valkey> {
  // Loaded only if there is a server: it needs 28 MB of memory.
  const { createClient, RESP_TYPES } = await import("@redis/client");
  const connection = new ValkeyConnection(() => createClient(getClientOptions(config)), log, commandTimeoutMs);
  await connection.connect();
  return {
    prefix: config.prefix,
    signingKey: config.signingKey,
    getState: () => connection.state,
    run: async (use, command) => connection.run(use, command),
    getBytes: async (use, key) =>
      connection.run(use, async (client) => client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).get(key)),
    subscribe: (channel, onMessage) => connection.subscribe(channel, onMessage),
    close: async () => connection.close(),
  };
}

function getClientOptions({ host, port, usesTls, username, password, database }: ValkeyConfig) {
  return {
    // With version 3 of the protocol, one connection has both commands and messages.
    RESP: 3,
    socket: {
      ...{ host, port, connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
      ...(usesTls ? { tls: true as const } : {}),
    },
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...{ database, disableOfflineQueue: true, maintNotifications: "disabled", disableClientInfo: true },
    name: "shop",
  } satisfies RedisClientOptions;
}

/** Keeps one client connected. A client that fails is replaced, never reconnected. */
class ValkeyConnection {
  readonly #createClient: () => ValkeyClient;
  readonly #log: Log;
  readonly #commandTimeoutMs: number;
  readonly #channels = new Map<string, MessageListener>();
  #client: ValkeyClient | null = null;
  #isClosed = false;
  #attempts = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  #state: ValkeyState = { isConnected: false, since: new Date(), reason: null };
  #loggedAt = -Infinity;
  #isFailureLogged = false;
  #failuresSinceLog = 0;

  constructor(createClient: () => ValkeyClient, log: Log, commandTimeoutMs: number) {
    this.#createClient = createClient;
    this.#log = log;
    this.#commandTimeoutMs = commandTimeoutMs;
  }

  get state(): ValkeyState {
    return this.#state;
  }

  async connect(): Promise<void> {
    const client = this.#createClient();
    let isReady = false;
    client.on("error", (error: unknown) => {
      if (isReady) this.#handleLoss(client, error);
    });
    try {
      await withTimeout(this.#shakeHands(client), HANDSHAKE_TIMEOUT_MS);
    } catch (error) {
      client.destroy();
      this.#reportFailure("connection", error);
      this.#scheduleConnect();
      return;
    }
    if (this.#isClosed) {
      client.destroy();
      return;
    }
    isReady = true;
    this.#client = client;
    const seconds = Math.round((Date.now() - this.#state.since.getTime()) / 1000);
    if (this.#isFailureLogged) this.#log.info("Valkey can be used again", { unavailable_seconds: seconds });
    this.#isFailureLogged = false;
    this.#state = { isConnected: true, since: new Date(), reason: null };
  }

  async run<T>(use: ValkeyUse, command: (client: ValkeyClient) => Promise<T>): Promise<T> {
    const client = this.#client;
    if (!client) {
      countFailure({ use });
      throw new ValkeyUnavailableError("there is no connection to Valkey");
    }
    try {
      const answer = await withTimeout(command(client), this.#commandTimeoutMs);
      this.#attempts = 0;
      return answer;
    } catch (error) {
      this.#reportFailure(use, error);
      // An error that the server has answered leaves the connection as it was, unless the server has become a replica.
      const isReplica = error instanceof Error && error.message.startsWith("READONLY");
      if (error instanceof TimeoutError || isReplica || !client.isReady) this.#handleLoss(client, error);
      throw new ValkeyUnavailableError(getMessage(error), { cause: error });
    }
  }

  subscribe(channel: string, onMessage: MessageListener): void {
    this.#channels.set(channel, onMessage);
    const client = this.#client;
    client?.subscribe(channel, onMessage, true).catch((error: unknown) => this.#handleLoss(client, error));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#reconnectTimer);
    this.#client?.destroy();
    this.#client = null;
  }

  /** Opens the connection and its subscriptions. */
  async #shakeHands(client: ValkeyClient): Promise<void> {
    await client.connect();
    await Promise.all(
      [...this.#channels].map(async ([channel, onMessage]) => client.subscribe(channel, onMessage, true)),
    );
  }

  #handleLoss(client: ValkeyClient, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    client.destroy();
    if (this.#isClosed) return;
    this.#state = { isConnected: false, since: new Date(), reason: getMessage(error) };
    this.#reportFailure("connection", error);
    this.#scheduleConnect();
  }

  #scheduleConnect(): void {
    if (this.#isClosed) return;
    const delayMs = RECONNECT_DELAYS_MS[Math.min(this.#attempts++, RECONNECT_DELAYS_MS.length - 1)];
    this.#reconnectTimer = setTimeout(() => void this.connect(), delayMs).unref();
  }

  #reportFailure(use: ValkeyUse, error: unknown): void {
    const reason = getMessage(error);
    countFailure({ use });
    if (!this.#state.isConnected) this.#state = { ...this.#state, reason };
    this.#failuresSinceLog++;
    if (performance.now() - this.#loggedAt < LOG_INTERVAL_MS) return;
    this.#log.error("Valkey cannot be used", undefined, { use, reason, failures: this.#failuresSinceLog });
    this.#loggedAt = performance.now();
    this.#isFailureLogged = true;
    this.#failuresSinceLog = 0;
  }
}

class TimeoutError extends Error {}

/**
 * Waits for a promise for a limited time.
 * @throws TimeoutError
 */
async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    // If this process was busy, an answer may have arrived that was not read yet: it is read before this is called.
    setImmediate(() => reject(new TimeoutError(`no answer within ${timeoutMs} ms`)));
  }, timeoutMs);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function getMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The error of several addresses of a host has no message of its own.
  if (error.message === "" && error instanceof AggregateError) return error.errors.map(getMessage).join(", ");
  return error.message;
}
