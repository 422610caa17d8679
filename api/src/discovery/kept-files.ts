import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** A file as it was made: how to read it, and what tells it from another. */
export type KeptFile = { etag: string; bytes: number; madeAt: Date; read: () => ReadableStream<Uint8Array> };

const PART_CHARS = 64 * 1024;

/**
 * Long texts that are made when they are asked for and kept on disk, so that no more of them than a part is ever held
 * in memory, and a crowd that asks at once waits for one making. Where a new one fails, the old one is given.
 * @param freshMs so long is a file given without being made anew.
 */
export function keepFiles({
  folder,
  freshMs,
  clock,
  log,
}: {
  folder: string;
  freshMs: number;
  clock: Clock;
  log: Log;
}) {
  const making = new Map<string, Promise<void>>();

  async function found(path: string): Promise<(KeptFile & { ageMs: number }) | null> {
    const made = await stat(path).catch(() => null);
    if (!made) return null;
    return {
      etag: `"${made.size.toString(36)}-${Math.round(made.mtimeMs).toString(36)}"`,
      bytes: made.size,
      madeAt: made.mtime,
      ageMs: clock.now().getTime() - made.mtimeMs,
      read: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
    };
  }

  async function make(path: string, text: () => AsyncIterable<string>): Promise<void> {
    await mkdir(folder, { recursive: true });
    const draft = `${path}.${process.pid}.draft`;
    try {
      await writeParts(draft, text());
      const now = clock.now();
      await utimes(draft, now, now);
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  }

  return async (name: string, text: () => AsyncIterable<string>): Promise<KeptFile> => {
    const path = join(folder, name);
    const kept = await found(path);
    if (kept && kept.ageMs < freshMs) return kept;
    let made = making.get(path);
    if (!made) {
      made = make(path, text).finally(() => making.delete(path));
      making.set(path, made);
    }
    try {
      await made;
    } catch (error) {
      if (!kept) throw error;
      log.error(`${name} could not be made anew, the last one is given`, error);
      return kept;
    }
    const fresh = await found(path);
    if (!fresh) throw new Error(`${name} is gone as soon as it was made`);
    return fresh;
  };
}

async function writeParts(path: string, text: AsyncIterable<string>): Promise<void> {
  const file = await open(path, "w");
  try {
    let part = "";
    for await (const piece of text) {
      part += piece;
      if (part.length < PART_CHARS) continue;
      await file.write(part);
      part = "";
    }
    await file.write(part);
  } finally {
    await file.close();
  }
}
