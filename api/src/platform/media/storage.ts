import { type FileStorage, StorageUnavailableError } from "../file-storage/file-storage.ts";
import { getMediaFileName, type MediaSize } from "./image-urls.ts";

/** The supported types of originals, with their file extensions. */
export const originalExtensions = {
  "image/svg+xml": "svg",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
} as const;
export type OriginalMime = keyof typeof originalExtensions;

/** The folder of rendered images, which may be emptied at any time. */
export const SIZES_FOLDER = "media/sizes";

/** Returns the path of an original in the file storage. */
export function getOriginalPath(key: string, mime: OriginalMime): string {
  return `media/originals/${key}.${originalExtensions[mime]}`;
}

/** Finds the original of a key; null if there is none. */
export async function findOriginal(
  files: Pick<FileStorage, "stat">,
  key: string,
): Promise<{ path: string; mime: OriginalMime } | null> {
  const candidates = (Object.keys(originalExtensions) as OriginalMime[]).map((mime) => ({
    path: getOriginalPath(key, mime),
    mime,
  }));
  const stats = await Promise.all(candidates.map(({ path }) => files.stat(path)));
  return candidates.find((_, index) => stats[index]) ?? null;
}

/** Returns the path of a size. Sizes are spread over folders, since there are many. */
export function getSizePath(size: MediaSize): string {
  return `${SIZES_FOLDER}/${size.key.slice(0, 2)}/${getMediaFileName(size)}`;
}

/**
 * Reads a rendered image; null if there is none. One that cannot be read in a folder counts as missing, since it can be
 * rendered again, and so does an empty file, which a power failure may leave.
 * @throws StorageUnavailableError
 */
export async function readRenderedImage(
  files: Pick<FileStorage, "read">,
  path: string,
): Promise<Buffer<ArrayBuffer> | null> {
  const content = await files.read(path).catch((error: unknown) => {
    if (error instanceof StorageUnavailableError) throw error;
    return null;
  });
  return content && content.length > 0 ? content : null;
}
