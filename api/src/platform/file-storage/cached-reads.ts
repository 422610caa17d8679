import { type FileStorage, StorageUnavailableError } from "./file-storage.ts";

/** How long a file is returned from memory before it is read again, in milliseconds: others may have deleted it. */
const MAX_AGE_MS = 10 * 60_000;
/** The part of the cache that one file may use. */
const MAX_SHARE = 1 / 16;

type Entry = { content: Buffer<ArrayBuffer>; readAt: number };

/**
 * Keeps the files of a folder in memory that were read last. They must not change under their path; one that is deleted
 * is returned for ten minutes more, and while the storage is unavailable. Parallel reads of a file are one.
 * @param options.maxBytes how much memory the files may use
 */
export function cacheReads(
  files: FileStorage,
  { folder, maxBytes, now = Date.now }: { folder: string; maxBytes: number; now?: () => number },
): FileStorage {
  // A Map lists its entries in the order in which they were set: the first is the one that was not used for longest.
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<Buffer<ArrayBuffer> | null>>();
  let usedBytes = 0;

  const remove = (path: string) => {
    usedBytes -= entries.get(path)?.content.length ?? 0;
    entries.delete(path);
  };
  const store = (path: string, entry: Entry) => {
    remove(path);
    if (entry.content.length === 0 || entry.content.length > maxBytes * MAX_SHARE) return;
    entries.set(path, entry);
    usedBytes += entry.content.length;
    for (const oldest of entries.keys()) {
      if (usedBytes <= maxBytes) break;
      remove(oldest);
    }
  };
  const readAndStore = async (path: string, outdated: Entry | undefined) => {
    try {
      const content = await files.read(path);
      if (content) store(path, { content, readAt: now() });
      else remove(path);
      return content;
    } catch (error) {
      if (outdated && error instanceof StorageUnavailableError) return outdated.content;
      throw error;
    }
  };
  return {
    ...files,
    read: (path) => {
      if (!path.startsWith(`${folder}/`)) return files.read(path);
      const entry = entries.get(path);
      if (entry && now() - entry.readAt < MAX_AGE_MS) {
        entries.delete(path);
        entries.set(path, entry);
        return Promise.resolve(entry.content);
      }
      const reading = pending.get(path) ?? readAndStore(path, entry).finally(() => pending.delete(path));
      pending.set(path, reading);
      return reading;
    },
  };
}
