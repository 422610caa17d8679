import type { FileStorage } from "./file-storage.ts";

const CONCURRENCY = 8;
const PROGRESS_INTERVAL = 1000;

export type CopyResult = {
  /** The files that were missing in the target or differed there, and their size in bytes. */
  copied: number;
  bytes: number;
  unchanged: number;
  /** Files of the target that the source does not have. */
  onlyInTarget: number;
};

type CopyOptions = Readonly<{
  /** True to compare the content of files that the target already has, and not only their size. */
  verify: boolean;
  progress: (message: string) => void;
  signal: AbortSignal;
}>;

/**
 * Copies folders from one storage to another. What the target already has is not copied again, so that an interrupted
 * copy can be continued. Nothing is deleted.
 * @throws Error if a file has another size after it was written
 * @throws StorageUnavailableError
 */
export async function copyFiles(
  source: FileStorage,
  target: FileStorage,
  folders: readonly string[],
  { verify, progress, signal }: CopyOptions,
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, bytes: 0, unchanged: 0, onlyInTarget: 0 };
  const copyFile = async (path: string, isInTarget: boolean) => {
    const content = await source.read(path);
    // It was deleted after it was listed.
    if (content === null) return;
    if (isInTarget && (await target.read(path))?.equals(content)) {
      result.unchanged += 1;
      return;
    }
    await target.write(path, content, { durable: true });
    const stored = await target.stat(path);
    if (stored?.size !== content.length) throw new Error(`${path} was not stored completely`);
    result.copied += 1;
    result.bytes += content.length;
    if (result.copied % PROGRESS_INTERVAL === 0) progress(`${result.copied} files copied`);
  };
  for (const folder of folders) {
    const targetSizes = new Map<string, number>();
    for await (const { path, size } of target.list(folder)) targetSizes.set(path, size);
    const sourceFiles = source.list(folder)[Symbol.asyncIterator]();
    const copyNext = async () => {
      for (let next = await sourceFiles.next(); !next.done; next = await sourceFiles.next()) {
        signal.throwIfAborted();
        const { path, size } = next.value;
        const hasSameSize = targetSizes.get(path) === size;
        targetSizes.delete(path);
        if (hasSameSize && !verify) result.unchanged += 1;
        else await copyFile(path, hasSameSize);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, copyNext));
    result.onlyInTarget += targetSizes.size;
  }
  return result;
}
