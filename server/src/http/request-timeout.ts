/** How long a request may take whose body is small, in milliseconds. */
const BASE_TIMEOUT_MS = 30_000;
/** The slowest connection over which photos and files of imports can be sent: 256 kbit/s. */
const MIN_BYTES_PER_SECOND = 32_000;
/** How long a request may take at most, in milliseconds. */
export const MAX_REQUEST_TIMEOUT_MS = 15 * 60_000;

/**
 * Returns how long a request may take until its response starts, in milliseconds: 30 seconds, and as long as its body
 * needs over a slow connection.
 * @param contentLength the header of that name, in bytes
 */
export function getRequestTimeout(contentLength: string | undefined): number {
  const bytes = Number(contentLength ?? 0);
  const uploadMs = bytes > 0 ? (bytes / MIN_BYTES_PER_SECOND) * 1000 : 0;
  return Math.min(BASE_TIMEOUT_MS + uploadMs, MAX_REQUEST_TIMEOUT_MS);
}
