import type { RedisClientType } from "@redis/client";

/** What Valkey is used for. */
export const valkeyUses = ["connection", "rate_limits", "responses", "events"] as const;
export type ValkeyUse = (typeof valkeyUses)[number];
export type ValkeyClient = RedisClientType;

/** Valkey cannot be used at the moment; the caller does without it. */
export class ValkeyUnavailableError extends Error {
  override name = "ValkeyUnavailableError";
}

/** How Valkey does, as far as this process knows. `since`: the beginning of this state. */
export type ValkeyState = Readonly<{ isConnected: boolean; since: Date; reason: string | null }>;

export type MessageListener = (message: Buffer) => void;

/** A connection of this process to the Valkey server that the processes of the store share. */
export type Valkey = Readonly<{
  /** Begins every key and channel. */
  prefix: string;
  /** Signs what the processes share (see `signValue`). */
  signingKey: Buffer;
  getState: () => ValkeyState;
  /**
   * Runs a command.
   * @throws ValkeyUnavailableError at once while there is no connection, and after 100 ms without an answer
   */
  run: <T>(use: ValkeyUse, command: (client: ValkeyClient) => Promise<T>) => Promise<T>;
  /** Returns a value as bytes; null if there is none. @throws ValkeyUnavailableError as `run` does */
  getBytes: (use: ValkeyUse, key: string) => Promise<Buffer | null>;
  /** Receives the messages of a channel, now and after each reconnect. Messages in between are lost. */
  subscribe: (channel: string, onMessage: MessageListener) => void;
  close: () => Promise<void>;
}>;
