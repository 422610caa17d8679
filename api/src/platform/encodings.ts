/** The ways to pack an answer that the shop knows. */
export type Encoding = "zstd" | "br" | "gzip";

/** The first of our encodings that a header accepts; null where it wants none. */
export function acceptedEncoding<E extends Encoding>(header: string | undefined, ours: readonly E[]): E | null {
  if (!header) return null;
  const wanted = new Set(
    header
      .split(",")
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(";")[0]?.trim().toLowerCase()),
  );
  return ours.find((encoding) => wanted.has(encoding)) ?? null;
}
