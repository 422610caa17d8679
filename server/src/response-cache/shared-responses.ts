import { createHash } from "node:crypto";
import type { ContentState } from "../../../api/src/platform/cache/content-changes.ts";
import { openSignedValue, signValue } from "../../../api/src/platform/valkey/signed-value.ts";
import type { Valkey } from "../../../api/src/platform/valkey/valkey.ts";
import type { ReadContentChanges } from "./content-watcher.ts";
import type { Entry } from "./response-cache.ts";
import { type ResponseParts, StoredResponse } from "./stored-response.ts";

/** Larger responses, compressed, are not shared. */
const MAX_BYTES = 500_000;
/** One that expires sooner is not shared. */
const MIN_LIFETIME_MS = 1000;
const LENGTH_BYTES = 4;

/** What is stored before the compressed body. Times are in ms since 1970. */
type SharedHead = {
  /** What its process had read of the changes of content before the response was made. */
  state: ContentState;
  tags: readonly string[];
  startedAt: number;
  expiresAt: number;
  response: ResponseParts["head"];
};

export type SharedResponsesOptions = {
  valkey: Valkey;
  read: ReadContentChanges;
  /** Identifies the build and the configuration, on which responses depend too. */
  version: string;
  /** Returns the time in ms since 1970. */
  now: () => number;
};

/**
 * Responses in Valkey, so that one process need not make what another one has made. Each is stored with the state of the
 * content that it was made from, and is used only if nothing of it has changed between that state and the present one.
 */
export class SharedResponses {
  readonly #options: SharedResponsesOptions;

  constructor(options: SharedResponsesOptions) {
    this.#options = options;
  }

  /** Returns a response of which nothing has changed when it is asked for; null if there is none, or it is not known. */
  async find(key: string): Promise<Entry | null> {
    const name = this.#getName(key);
    const { valkey, read, now } = this.#options;
    try {
      const value = await valkey.getBytes("responses", name);
      const content = value && openSignedValue(valkey.signingKey, name, value);
      if (!content) return null;
      const { state, entry } = decode(content);
      if (entry.expiresAt <= now()) return null;
      const { tags } = await read(state);
      return tags === null || tags.some((tag) => entry.policy.tags.includes(tag)) ? null : entry;
    } catch {
      // It is made anew: Valkey reports its own failures, and those of the database show then.
      return null;
    }
  }

  /**
   * Stores a response for other processes. It does not throw: without Valkey they make it themselves.
   * @param state what this process had read of the changes of content before the response was made
   */
  async store(key: string, entry: Entry, state: ContentState): Promise<void> {
    const name = this.#getName(key);
    const { valkey, now } = this.#options;
    const lifetimeMs = Math.floor(entry.expiresAt - now());
    const content = encode(entry, state);
    // What an endpoint does for each client cannot be done by another process.
    if (entry.policy.onServe || lifetimeMs < MIN_LIFETIME_MS || content.byteLength > MAX_BYTES) return;
    const value = signValue(valkey.signingKey, name, content);
    const expiration = { type: "PX", value: lifetimeMs } as const;
    await valkey.run("responses", async (client) => client.set(name, value, { expiration })).catch(() => undefined);
  }

  #getName(key: string): string {
    const { valkey, version } = this.#options;
    return `${valkey.prefix}response:${version}:${createHash("sha256").update(key).digest("base64url")}`;
  }
}

function encode({ response, policy, startedAt, expiresAt }: Entry, state: ContentState): Buffer {
  const { head, zstd } = response.parts;
  const shared: SharedHead = { state, tags: policy.tags, startedAt, expiresAt, response: head };
  const text = Buffer.from(JSON.stringify(shared));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(text.byteLength);
  return Buffer.concat([length, text, zstd]);
}

/** Reads what a process of the same version has written: its signature and its name were checked. */
function decode(content: Buffer): { state: ContentState; entry: Entry } {
  const bodyStart = LENGTH_BYTES + content.readUInt32BE();
  const text = content.subarray(LENGTH_BYTES, bodyStart).toString();
  const { state, tags, startedAt, expiresAt, response: head } = JSON.parse(text) as SharedHead;
  const response = StoredResponse.fromParts({ head, zstd: content.subarray(bodyStart) });
  return { state, entry: { response, policy: { tags, expiresAt }, startedAt, expiresAt } };
}
