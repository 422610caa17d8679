import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { lstat, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { pipeline as pipelineAsync } from "node:stream/promises";
import { constants, createGunzip, createGzip } from "node:zlib";
import type { Clock } from "../platform/clock.ts";
import { toByteStream } from "../platform/http/byte-stream.ts";
import type { Log } from "../platform/log.ts";

/** A generated file: a function to read it, decompressed or as stored gzip, and its ETag. */
export type GeneratedFile = {
  etag: string;
  generatedAt: Date;
  openStream: (format: "text" | "gzip") => ReadableStream<Uint8Array>;
};

/**
 * The generation of files that are written together because they have the same source. `generateChunks` yields chunks
 * of text, each with the index of its file in `names`.
 */
export type FileGeneration = {
  names: readonly string[];
  generateChunks: () => AsyncIterable<readonly [fileIndex: number, chunk: string]>;
};

/**
 * Describes the generation of a single file.
 * @param text generates the content in chunks
 */
export function singleFile(name: string, text: () => AsyncIterable<string>): FileGeneration {
  async function* generateChunks() {
    for await (const chunk of text()) yield [0, chunk] as const;
  }
  return { names: [name], generateChunks };
}

/** Number of characters that are compressed at once. */
const BUFFER_LENGTH = 64 * 1024;
const READ_BYTES = 256 * 1024;
/** A temporary file that nobody has written to for this time, in milliseconds, is that of a process that was killed. */
const MAX_SILENCE_MS = 3_600_000;

/** Copies of generated files that the processes of all machines share. */
export type SharedFiles = {
  /**
   * Runs `work` while no other process generates these files.
   * @param isWaiting whether to wait if another one does; otherwise nothing is done then
   * @throws Error if the other one does not finish in time
   */
  withLock: (names: readonly string[], work: () => Promise<void>, isWaiting: boolean) => Promise<void>;
  /**
   * Copies the files to these paths if none is older than `maxAgeMs` milliseconds.
   * @returns false if one is, does not exist or cannot be read now
   */
  download: (files: readonly LocalFile[], maxAgeMs: number) => Promise<boolean>;
  /** Stores files for the other processes. A failure is logged: these files are served nevertheless. */
  upload: (files: readonly LocalFile[]) => Promise<void>;
};
/** The name of a generated file, and where it is on this machine. */
type LocalFile = Readonly<{ name: string; path: string }>;

/**
 * Creates a cache on disk for large generated texts. They are generated on request and streamed, so that only a buffer
 * of them is in memory; concurrent requests wait for the same generation. If generating fails, the old file is served.
 * Files are stored gzip-compressed, as search engines request them, so that they are compressed once and not for each
 * request.
 * @param options.maxAgeMs how long a file is served before it is generated again, in milliseconds
 * @param options.shared if there are several machines, so that all serve the same files and one of them generates them
 * @param options.createId creates a part of the names of temporary files; tests replace it
 */
export function createFileCache({
  folder,
  maxAgeMs,
  shared = null,
  clock,
  log,
  createId = randomUUID,
}: {
  folder: string;
  maxAgeMs: number;
  shared?: SharedFiles | null;
  clock: Clock;
  log: Log;
  createId?: () => string;
}) {
  const generate = (generation: FileGeneration) => generateFiles(folder, generation, { clock, id: createId() });
  const pending = new Map<string, Promise<void>>();
  const refresh = async (generation: FileGeneration, isWaiting: boolean) => {
    if (!shared) return generate(generation);
    const { names } = generation;
    const localFiles = names.map((name) => ({ name, path: getFilePath(folder, name) }));
    await mkdir(folder, { recursive: true });
    const work = async () => {
      if (await shared.download(localFiles, maxAgeMs)) return;
      await generate(generation);
      await shared.upload(localFiles);
    };
    return shared.withLock(names, work, isWaiting);
  };
  return async (name: string, generation: FileGeneration): Promise<GeneratedFile> => {
    const path = getFilePath(folder, name);
    const cached = await findFile(path, clock);
    if (cached && cached.ageMs < maxAgeMs) return cached;
    const key = generation.names.join(" ");
    let generating = pending.get(key);
    if (!generating) {
      // A file that is too old is served while another machine generates the next one.
      generating = refresh(generation, cached === null).finally(() => pending.delete(key));
      pending.set(key, generating);
    }
    try {
      await generating;
    } catch (error) {
      if (!cached) throw error;
      log.error(`${name} could not be regenerated, the previous one is served`, error);
      return cached;
    }
    const regenerated = await findFile(path, clock);
    if (!regenerated) throw new Error(`${name} does not exist after it was generated`);
    return regenerated;
  };
}

function getFilePath(folder: string, name: string): string {
  return join(folder, `${name}.gz`);
}

/** Finds a generated file and its age in milliseconds; null if it does not exist. */
async function findFile(path: string, clock: Clock): Promise<(GeneratedFile & { ageMs: number }) | null> {
  const stats = await stat(path).catch(() => null);
  if (!stats) return null;
  return {
    etag: `W/"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}"`,
    generatedAt: stats.mtime,
    ageMs: clock.now().getTime() - stats.mtimeMs,
    openStream: (format) => toByteStream(readFile(path, format)),
  };
}

/** Reads a generated file. It is opened when the first part is read. */
async function* readFile(path: string, format: "text" | "gzip"): AsyncGenerator<Uint8Array> {
  const compressed = createReadStream(path, { highWaterMark: READ_BYTES });
  // An error of either stream reaches the reader.
  yield* format === "gzip" ? compressed : pipeline(compressed, createGunzip(), () => undefined);
}

/**
 * Generates files in temporary ones and renames those, so that a file is never served incomplete.
 * @param options.id makes their names unique. It is random: processes in containers that share the folder have the same ids.
 */
async function generateFiles(
  folder: string,
  { names, generateChunks }: FileGeneration,
  { clock, id }: { clock: Clock; id: string },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await deleteAbandonedFiles(folder, clock);
  const temporaryPaths = names.map((name) => join(folder, `${name}.${id}.draft`));
  try {
    await writeChunks(temporaryPaths, generateChunks());
    const now = clock.now();
    for (const [index, temporaryPath] of temporaryPaths.entries()) {
      await utimes(temporaryPath, now, now);
      await rename(temporaryPath, getFilePath(folder, names[index] ?? ""));
    }
  } finally {
    await Promise.all(temporaryPaths.map((temporaryPath) => rm(temporaryPath, { force: true })));
  }
}

/** Deletes the temporary files of processes that were killed while they generated or downloaded files. */
async function deleteAbandonedFiles(folder: string, clock: Clock): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/\.(?:draft|download)$/.test(name)) continue;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => null);
    if (stats && clock.now().getTime() - stats.mtimeMs > MAX_SILENCE_MS) await rm(path, { force: true });
  }
}

/** Writes generated chunks to their files; if that fails, the files are incomplete. */
async function writeChunks(
  paths: readonly string[],
  generateChunks: ReturnType<FileGeneration["generateChunks"]>,
): Promise<void> {
  const files = paths.map(openGzipFile);
  try {
    for await (const [index, chunk] of generateChunks) {
      const file = files[index];
      if (!file) throw new Error(`a chunk was generated for file ${index}, but there are ${paths.length} files`);
      file.buffer += chunk;
      if (file.buffer.length >= BUFFER_LENGTH) await file.flush();
    }
    for (const file of files) await file.end();
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

/** Opens a gzip file. Text is collected in `buffer`, because compressing each small chunk would take far longer. */
function openGzipFile(path: string) {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const written = pipelineAsync(gzip, createWriteStream(path));
  // A write error is reported by `flush` and `end`.
  written.catch(() => undefined);
  return {
    buffer: "",
    async flush() {
      const text = this.buffer;
      this.buffer = "";
      if (gzip.destroyed) await written;
      // A write error destroys the stream, so that this is rejected.
      if (!gzip.write(text)) await once(gzip, "drain");
    },
    async end() {
      gzip.end(this.buffer);
      await written;
    },
    /** Stops writing, if the file is not complete. */
    async close() {
      gzip.destroy();
      await written.catch(() => undefined);
    },
  };
}
