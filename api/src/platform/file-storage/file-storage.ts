import type { Readable } from "node:stream";

export type StoredFile = Readonly<{ path: string; size: number }>;
/** `size` is in bytes. */
export type FileStats = Readonly<{ size: number; modifiedAt: Date }>;

/**
 * Where the files are that every process of the store needs: images, printed documents and generated files. A path has
 * slashes and is relative, such as `media/originals/0123456789abcdef01234567.svg`. Errors of a storage on the network are
 * `StorageUnavailableError`, others those of `node:fs`.
 */
export type FileStorage = Readonly<{
  /** A folder, or the address of a bucket, for messages; it has no secrets. */
  location: string;
  /** Returns the path of a file on this machine, whether it exists or not; null if the storage is on the network. */
  getLocalPath(path: string): string | null;
  /** Reads a file; null if it does not exist. */
  read(path: string): Promise<Buffer<ArrayBuffer> | null>;
  /** Opens a file to read it in parts; null if it does not exist. */
  openStream(path: string): Promise<Readable | null>;
  /** Returns null if the file does not exist. */
  stat(path: string): Promise<FileStats | null>;
  /**
   * Writes a file atomically: readers see the old or the new content. It is stored when the promise resolves.
   * @param options.durable true to also survive a power failure; a bucket always does
   */
  write(path: string, content: Uint8Array, options: { durable: boolean }): Promise<void>;
  /** Writes a file like `write`, in parts, from a file of this machine. */
  writeFromFile(path: string, localPath: string): Promise<void>;
  /** Deletes a file; one that does not exist is ignored. */
  delete(path: string): Promise<void>;
  /** Lists the files of a folder and its subfolders, in any order. Files that are being written are left out. */
  list(folder: string): AsyncIterable<StoredFile>;
}>;

/**
 * The storage on the network cannot be reached, does not answer in time or refuses. A request that needs it gets 503 and
 * may be retried. The message has no secrets.
 */
export class StorageUnavailableError extends Error {
  override name = "StorageUnavailableError";
  /** Whether an operator must correct something, such as credentials: waiting does not help. */
  readonly needsOperator: boolean;

  constructor(message: string, { needsOperator = false } = {}) {
    super(message);
    this.needsOperator = needsOperator;
  }
}
