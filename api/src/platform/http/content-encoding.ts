/** Content encodings that the server supports. */
export type Encoding = "zstd" | "br" | "gzip";

/** Returns the first supported encoding that an `Accept-Encoding` header allows; null if there is none. */
export function negotiateEncoding<E extends Encoding>(header: string | undefined, supported: readonly E[]): E | null {
  if (!header) return null;
  const accepted = new Set(
    header
      .split(",")
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(";")[0]?.trim().toLowerCase()),
  );
  return supported.find((encoding) => accepted.has(encoding)) ?? null;
}
