import { access, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getMediaFileName, type MediaSize } from "./image-urls.ts";

/** The supported types of originals, with their file extensions. */
export const originalExtensions = {
  "image/svg+xml": "svg",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
} as const;
export type OriginalMime = keyof typeof originalExtensions;

/** Returns the path of an original. */
export function getOriginalPath(mediaDir: string, key: string, mime: OriginalMime): string {
  return join(mediaDir, "originals", `${key}.${originalExtensions[mime]}`);
}

/** Finds the original of a key; null if there is none. */
export async function findOriginal(
  mediaDir: string,
  key: string,
): Promise<{ path: string; mime: OriginalMime } | null> {
  for (const mime of Object.keys(originalExtensions) as OriginalMime[]) {
    const path = getOriginalPath(mediaDir, key, mime);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return { path, mime };
  }
  return null;
}

/** Returns the path of a size. Sizes are spread over folders, since there are many. */
export function getSizePath(mediaDir: string, size: MediaSize): string {
  return join(mediaDir, "sizes", size.key.slice(0, 2), getMediaFileName(size));
}

/** Reads a file; null if it cannot be read, since sizes can be rendered again. */
export async function readFileIfExists(path: string): Promise<Buffer<ArrayBuffer> | null> {
  return readFile(path).catch(() => null);
}

let writeCount = 0;

/**
 * Writes a file atomically.
 * @param options.durable true to also survive a power failure
 */
export async function writeFileAtomically(
  path: string,
  content: Uint8Array,
  { durable }: { durable: boolean },
): Promise<void> {
  writeCount += 1;
  const temporaryPath = join(dirname(path), `.${process.pid}-${writeCount}.part`);
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(temporaryPath, "w");
    try {
      await file.writeFile(content);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}
