import type { FileStorage } from "../file-storage/file-storage.ts";
import { mediaFormats, type MediaSize, mediaWidths, parseMediaFileName } from "./image-urls.ts";
import { SIZES_FOLDER } from "./storage.ts";

/**
 * Lists the image sizes that are stored: a bucket returns a thousand of them at once, which is faster and cheaper than to
 * ask for each. The list needs one number for each original.
 */
export async function listStoredSizes(
  files: Pick<FileStorage, "list">,
): Promise<{ has: (size: MediaSize) => boolean }> {
  const bitsByKey = new Map<string, number>();
  for await (const { path, size: bytes } of files.list(SIZES_FOLDER)) {
    const size = parseMediaFileName(path.slice(path.lastIndexOf("/") + 1));
    if (size && bytes > 0) bitsByKey.set(size.key, (bitsByKey.get(size.key) ?? 0) | getBit(size));
  }
  return { has: (size) => ((bitsByKey.get(size.key) ?? 0) & getBit(size)) !== 0 };
}

function getBit({ width, format }: MediaSize): number {
  return 1 << (mediaWidths.indexOf(width) * mediaFormats.length + mediaFormats.indexOf(format));
}
