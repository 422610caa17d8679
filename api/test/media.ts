import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Log } from "../src/platform/log.ts";
import { type OriginalMime, originalPath } from "../src/platform/media-files.ts";
import { mediaKey } from "../src/platform/media-key.ts";

/** A folder that goes when the test is over. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "furoshiki-media-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A drawing of some hundred bytes, 400 x 500; another colour is another picture. */
export function aDrawing(colour = "#1A5640"): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500" viewBox="0 0 400 500"><rect width="400" height="500" fill="#F6F7F4"/><circle cx="200" cy="250" r="120" fill="${colour}"/></svg>`,
  );
}

/** Puts an original into the folder, as `storeOriginal` does. Answers its key. */
export async function anOriginal(
  mediaDir: string,
  content: Uint8Array = aDrawing(),
  mime: OriginalMime = "image/svg+xml",
): Promise<string> {
  const key = mediaKey(content);
  const path = originalPath(mediaDir, key, mime);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return key;
}

/** A log that is kept for the test to read. */
export function keptLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  return { lines, info: (message) => void lines.push(message), error: (message) => void lines.push(message) };
}
