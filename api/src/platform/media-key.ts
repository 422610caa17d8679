import { createHash } from "node:crypto";

const KEY_LENGTH = 24;

/** The key of a content: the same content has the same key everywhere. */
export function mediaKey(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, KEY_LENGTH);
}
