import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { pipeline as piped } from "node:stream/promises";
import { constants, createGunzip, createGzip, type Gzip } from "node:zlib";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";

/** A file as it was made: how to read it, as its text or packed by gzip as it lies, and what tells it from another. */
export type KeptFile = { etag: string; madeAt: Date; read: (as: "text" | "gzip") => ReadableStream<Uint8Array> };

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
 * in memory, and a crowd that asks at once waits for one making. Where a new one fails, the old one is given. They lie
 * there packed, as search engines ask for them: a feed of hundreds of megabytes is packed once, not for each who reads it.
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
  const placeOf = (name: string) => join(folder, `${name}.gz`);

  async function found(path: string): Promise<(KeptFile & { ageMs: number }) | null> {
    const made = await stat(path).catch(() => null);
    if (!made) return null;
    return {
      etag: `W/"${made.size.toString(36)}-${Math.round(made.mtimeMs).toString(36)}"`,
      madeAt: made.mtime,
      ageMs: clock.now().getTime() - made.mtimeMs,
      read: (as) => {
        const packed = createReadStream(path, { highWaterMark: PART_BYTES });
        // Where one of both fails, whoever reads is told.
        const read = as === "gzip" ? packed : pipeline(packed, createGunzip(), () => undefined);
        return Readable.toWeb(read) as ReadableStream<Uint8Array>;
      },
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
        await rename(draft, placeOf(names[at] ?? ""));
      }
    } finally {
      await Promise.all(drafts.map((draft) => rm(draft, { force: true })));
    }
  }

  return async (name: string, wanted: Making): Promise<KeptFile> => {
    const path = placeOf(name);
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

/**
 * A text on its way into a packed file. Pieces are put together in two places of fixed size, of which one is filled while
 * the other is packed: strings of all of them would only be thrown away.
 */
class PackedFile {
  readonly #packer: Gzip;
  readonly #written: Promise<void>;
  #part = Buffer.allocUnsafe(PART_BYTES);
  #other = Buffer.allocUnsafe(PART_BYTES);
  #filled = 0;
  #packing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#packer = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PART_BYTES });
    this.#written = piped(this.#packer, createWriteStream(path));
    // Told of where the next part is packed, or the file is ended.
    this.#written.catch(() => undefined);
  }

  /** @returns when more may come; at once where the piece only had to be laid down. */
  add(piece: string): Promise<void> | undefined {
    const most = piece.length * MOST_BYTES_A_UNIT;
    if (most > PART_BYTES - this.#filled) return this.#makeRoom(piece, most);
    this.#filled += this.#part.write(piece, this.#filled);
    return undefined;
  }

  async #makeRoom(piece: string, most: number): Promise<void> {
    await this.#pack(this.#part.subarray(0, this.#filled));
    [this.#part, this.#other] = [this.#other, this.#part];
    this.#filled = 0;
    if (most > PART_BYTES) await this.#pack(Buffer.from(piece));
    else this.#filled = this.#part.write(piece);
  }

  /** Waits for what is being packed, not for this. */
  async #pack(bytes: Buffer): Promise<void> {
    await this.#packing;
    this.#packing = new Promise((resolve, reject) => {
      this.#packer.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    this.#packing.catch(() => undefined);
  }

  /** @throws where it could not be written. */
  async end(): Promise<void> {
    this.#packer.end(this.#part.subarray(0, this.#filled));
    await this.#written;
  }

  /** Leaves it as it is. */
  drop(): Promise<void> {
    this.#packer.destroy();
    return this.#written.catch(() => undefined);
  }
}

async function writeParts(paths: readonly string[], pieces: ReturnType<Making["pieces"]>): Promise<void> {
  const files = paths.map((path) => new PackedFile(path));
  try {
    for await (const [at, piece] of pieces) {
      const file = files[at];
      if (!file) throw new Error(`a piece of file ${at}, of ${paths.length}`);
      const room = file.add(piece);
      if (room) await room;
    }
    for (const file of files) await file.end();
  } finally {
    await Promise.all(files.map((file) => file.drop()));
  }
}
