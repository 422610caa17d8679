import { access, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mediaFileName, type MediaSize } from "./media.ts";

/** What an original may be, and how its file ends. */
export const originalEndings = {
  "image/svg+xml": "svg",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
} as const;
export type OriginalMime = keyof typeof originalEndings;

/** Where an original lies. */
export function originalPath(mediaDir: string, key: string, mime: OriginalMime): string {
  return join(mediaDir, "originals", `${key}.${originalEndings[mime]}`);
}

/** Where the original of a key lies and what it is, or null where there is none. */
export async function findOriginal(
  mediaDir: string,
  key: string,
): Promise<{ path: string; mime: OriginalMime } | null> {
  for (const mime of Object.keys(originalEndings) as OriginalMime[]) {
    const path = originalPath(mediaDir, key, mime);
    const there = await access(path).then(
      () => true,
      () => false,
    );
    if (there) return { path, mime };
  }
  return null;
}

/** Where a size is kept; spread over folders, since there are many. */
export function sizePath(mediaDir: string, size: MediaSize): string {
  return join(mediaDir, "sizes", size.key.slice(0, 2), mediaFileName(size));
}

/** The file's content, or null where it cannot be read: what may be made again is no reason to fail. */
export async function readIfThere(path: string): Promise<Buffer<ArrayBuffer> | null> {
  return readFile(path).catch(() => null);
}

let written = 0;

/** Writes a file that is there whole or not at all, whatever happens meanwhile. `durable`: also after a power cut. */
export async function writeWhole(path: string, content: Uint8Array, { durable }: { durable: boolean }): Promise<void> {
  written += 1;
  const half = join(dirname(path), `.${process.pid}-${written}.part`);
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(half, "w");
    try {
      await file.writeFile(content);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, path);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}
