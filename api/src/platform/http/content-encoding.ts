import { parseAccept } from "hono/utils/accept";

/** Content encodings that the server supports. */
export type Encoding = "zstd" | "br" | "gzip";

/** Returns the first supported encoding that an `Accept-Encoding` header allows; null if there is none. */
export function negotiateEncoding<E extends Encoding>(header: string | undefined, supported: readonly E[]): E | null {
  const accepted = parseAccept(header ?? "").filter(({ q }) => q > 0);
  return supported.find((encoding) => accepted.some(({ type }) => type.toLowerCase() === encoding)) ?? null;
}
