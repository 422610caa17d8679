import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** A file as it was made: how to read it, and what tells it from another. */
export type KeptFile = { etag: string; bytes: number; madeAt: Date; read: () => ReadableStream<Uint8Array> };

/**
 * Files that are made together, because they tell of the same: their names, and their texts in pieces, each with the
 * place of its file among the names.
 */
export type Making = {
  names: readonly string[];
  pieces: () => AsyncIterable<readonly [file: number, piece: string]>;
};

/** One file by itself. */
export function alone(name: string, text: () => AsyncIterable<string>): Making {
  async function* pieces() {
    for await (const piece of text()) yield [0, piece] as const;
  }
  return { names: [name], pieces };
}

const PART_BYTES = 256 * 1024;
/** A unit of a string becomes no more than three bytes of UTF-8. */
const MOST_BYTES_A_UNIT = 3;

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

  async function make({ names, pieces }: Making): Promise<void> {
    await mkdir(folder, { recursive: true });
    const drafts = names.map((name) => join(folder, `${name}.${process.pid}.draft`));
    try {
      await writeParts(drafts, pieces());
      const now = clock.now();
      for (const [at, draft] of drafts.entries()) {
        await utimes(draft, now, now);
        await rename(draft, join(folder, names[at] ?? ""));
      }
    } finally {
      await Promise.all(drafts.map((draft) => rm(draft, { force: true })));
    }
  }

  return async (name: string, wanted: Making): Promise<KeptFile> => {
    const path = join(folder, name);
    const kept = await found(path);
    if (kept && kept.ageMs < freshMs) return kept;
    const together = wanted.names.join(" ");
    let made = making.get(together);
    if (!made) {
      made = make(wanted).finally(() => making.delete(together));
      making.set(together, made);
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

/** Pieces are put together in one place of fixed size for each file: strings of all of them would only be thrown away. */
async function writeParts(paths: readonly string[], pieces: ReturnType<Making["pieces"]>): Promise<void> {
  const files: { file: FileHandle; part: Buffer; filled: number }[] = [];
  const flush = async (one: (typeof files)[number]) => {
    await one.file.writeFile(one.part.subarray(0, one.filled));
    one.filled = 0;
  };
  try {
    for (const path of paths)
      files.push({ file: await open(path, "w"), part: Buffer.allocUnsafe(PART_BYTES), filled: 0 });
    for await (const [at, piece] of pieces) {
      const one = files[at];
      if (!one) throw new Error(`a piece of file ${at}, of ${paths.length}`);
      const most = piece.length * MOST_BYTES_A_UNIT;
      if (most > PART_BYTES - one.filled) await flush(one);
      if (most > PART_BYTES) await one.file.writeFile(piece);
      else one.filled += one.part.write(piece, one.filled);
    }
    for (const one of files) await flush(one);
  } finally {
    await Promise.all(files.map(({ file }) => file.close()));
  }
}
