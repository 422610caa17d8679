import { pipeline, Readable } from "node:stream";
import { constants, createGunzip, gunzipSync } from "node:zlib";

/** The most bytes that a compressed file can have once it is decompressed. */
export const MAX_EXPANDED_BYTES = 200_000_000;

/** A compressed file that cannot be read: damaged, cut off, or too large once it is decompressed. */
export class InvalidGzipError extends Error {
  readonly code: "file_truncated" | "file_expands";
  constructor(code: "file_truncated" | "file_expands") {
    super(code);
    this.code = code;
  }
}

/** Whether the bytes are the start of a gzip file (RFC 1952). */
export const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;

/** Decompresses the start of a gzip file, as far as it goes. */
export function gunzipStart(start: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(start.subarray(0, maxBytes), { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, maxBytes);
  } catch {
    return new Uint8Array();
  }
}

/**
 * Decompresses a file if it is compressed by gzip, as a stream.
 * @throws InvalidGzipError
 */
export async function* gunzipIfNeeded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const all = (async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  if (!isGzip(first.value)) return yield* all;
  let length = 0;
  try {
    const gunzip = createGunzip();
    // Its errors are those of the stream that is read.
    pipeline(Readable.from(all, { objectMode: false }), gunzip, () => undefined);
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > MAX_EXPANDED_BYTES) throw new InvalidGzipError("file_expands");
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_"))
      throw new InvalidGzipError("file_truncated");
    throw error;
  }
}
