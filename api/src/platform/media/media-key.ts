import { createHash } from "node:crypto";

const KEY_LENGTH = 24;

/** Returns the key of an image: the beginning of the SHA-256 hash of its content. */
export function getMediaKey(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, KEY_LENGTH);
}
