import { Readable } from "node:stream";
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";

/** A file of which any part can be read. */
export type RandomAccessFile = Readonly<{
  size: number;
  /** Reads the bytes from `start` up to and without `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}>;

export type WorkbookProblem = "xlsx_damaged" | "xlsx_protected" | "xlsx_macros" | "xlsx_too_large" | "too_many_columns";

/** A workbook that is refused: damaged, protected, with macros, or too large once it is decompressed. */
export class InvalidWorkbookError extends Error {
  readonly code: WorkbookProblem;
  constructor(code: WorkbookProblem) {
    super(code);
    this.code = code;
  }
}

const MAX_ENTRIES = 2000;
/** The most bytes that all files of a workbook have once they are decompressed, which their directory says. */
const MAX_TOTAL_BYTES = 1_000_000_000;

class FileReader extends RandomAccessReader {
  readonly #file: RandomAccessFile;

  constructor(file: RandomAccessFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.read(start, end), { objectMode: false });
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}

/** The files in a workbook, which is a ZIP archive. Nothing of it is written to a disk. */
export class WorkbookArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws InvalidWorkbookError */
  static async open(file: RandomAccessFile): Promise<WorkbookArchive> {
    return toWorkbookErrors(async () => {
      const zip = await fromRandomAccessReaderPromise(new FileReader(file), file.size, { autoClose: false });
      if (zip.entryCount > MAX_ENTRIES) throw new InvalidWorkbookError("xlsx_too_large");
      const entries = new Map<string, Entry>();
      let bytes = 0;
      for await (const entry of zip.eachEntry()) {
        bytes += entry.uncompressedSize;
        if (entry.isEncrypted()) throw new InvalidWorkbookError("xlsx_protected");
        if (/vbaProject/i.test(entry.fileName)) throw new InvalidWorkbookError("xlsx_macros");
        if (bytes > MAX_TOTAL_BYTES) throw new InvalidWorkbookError("xlsx_too_large");
        entries.set(entry.fileName.toLowerCase(), entry);
      }
      return new WorkbookArchive(zip, entries);
    });
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /**
   * Reads a file of the archive as a stream, which ends with an error if it has more bytes than the directory says.
   * @throws InvalidWorkbookError
   */
  async *read(name: string, maxBytes: number): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw new InvalidWorkbookError("xlsx_damaged");
    if (entry.uncompressedSize > maxBytes) throw new InvalidWorkbookError("xlsx_too_large");
    const stream = await toWorkbookErrors(async () => this.#zip.openReadStreamPromise(entry));
    try {
      for await (const chunk of stream) yield chunk as Uint8Array;
    } catch (error) {
      throw isArchiveError(error) ? new InvalidWorkbookError("xlsx_damaged") : error;
    } finally {
      stream.destroy();
    }
  }
}

async function toWorkbookErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw isArchiveError(error) ? new InvalidWorkbookError("xlsx_damaged") : error;
  }
}

/** Whether an error is one of the ZIP library, which has no class of its own, or of decompression. */
function isArchiveError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "code" in error ? String(error.code).startsWith("Z_") : error.constructor === Error;
}
