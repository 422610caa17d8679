import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { FileStorage } from "../src/platform/file-storage/file-storage.ts";
import { openFolderStorage } from "../src/platform/file-storage/folder-storage.ts";
import type { Log } from "../src/platform/log.ts";
import { type OriginalMime, getOriginalPath } from "../src/platform/media/storage.ts";
import { getMediaKey } from "../src/platform/media/media-key.ts";

/** Creates a folder that is deleted when the test ends. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-media-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens the file storage in a folder that is deleted when the test ends. */
export function createTemporaryStorage(): FileStorage & { folder: string } {
  const folder = createTemporaryFolder();
  return { ...openFolderStorage(folder), folder };
}

/** Creates an SVG image of 400 x 500 pixels; another color makes another image. */
export function createSvg(color = "#1A5640"): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500" viewBox="0 0 400 500"><rect width="400" height="500" fill="#F6F7F4"/><circle cx="200" cy="250" r="120" fill="${color}"/></svg>`,
  );
}

/**
 * Stores an original, like `storeOriginal`.
 * @returns its key
 */
export async function createOriginal(
  files: FileStorage,
  content: Uint8Array = createSvg(),
  mime: OriginalMime = "image/svg+xml",
): Promise<string> {
  const key = getMediaKey(content);
  await files.write(getOriginalPath(key, mime), content, { durable: false });
  return key;
}

/** Creates a log whose lines a test can read. */
export function createMemoryLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  return { lines, info: (message) => void lines.push(message), error: (message) => void lines.push(message) };
}
