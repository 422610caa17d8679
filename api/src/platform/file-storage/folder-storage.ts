import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import type { FileStorage, StoredFile } from "./file-storage.ts";

/** Opens the storage in a folder of this machine. Folders are created when a file is written. */
export function openFolderStorage(folder: string): FileStorage {
  const resolvePath = (path: string) => join(folder, checkPath(path));
  return {
    location: folder,
    getLocalPath: resolvePath,
    read: (path) => readFile(resolvePath(path)).catch(ignoreMissing),
    openStream: async (path) => {
      const exists = await stat(resolvePath(path)).catch(ignoreMissing);
      return exists && createReadStream(resolvePath(path));
    },
    stat: async (path) => {
      const stats = await stat(resolvePath(path)).catch(ignoreMissing);
      return stats && { size: stats.size, modifiedAt: stats.mtime };
    },
    write: (path, content, { durable }) =>
      replaceFile(resolvePath(path), async (temporaryPath) => {
        const file = await open(temporaryPath, "w");
        try {
          await file.writeFile(content);
          if (durable) await file.sync();
        } finally {
          await file.close();
        }
      }),
    writeFromFile: (path, localPath) =>
      replaceFile(resolvePath(path), (temporaryPath) => copyFile(localPath, temporaryPath)),
    delete: (path) => rm(resolvePath(path), { force: true }),
    list: (path) => listFiles(folder, checkPath(path)),
  };
}

/** @throws Error if a path leads out of the folder */
function checkPath(path: string): string {
  if (path.split(/[/\\]/).includes("..")) throw new Error(`${path} is not the path of a stored file`);
  return path;
}

function ignoreMissing(error: unknown): null {
  // ENOTDIR: a file is where a folder of the path should be.
  if (!["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  return null;
}

/**
 * Writes a temporary file next to `path` and renames it; if that fails, the temporary file is deleted. Its name is random:
 * processes in containers that share the folder have the same ids.
 */
async function replaceFile(path: string, write: (temporaryPath: string) => Promise<void>): Promise<void> {
  const temporaryPath = join(dirname(path), `.${randomUUID()}.part`);
  await mkdir(dirname(path), { recursive: true });
  try {
    await write(temporaryPath);
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}

async function* listFiles(root: string, folder: string): AsyncGenerator<StoredFile> {
  const entries = (await readdir(join(root, folder), { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  for (const entry of entries) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(root, path);
    if (!entry.isFile() || entry.name.startsWith(".")) continue;
    const stats = await stat(join(root, path)).catch(ignoreMissing);
    if (stats) yield { path, size: stats.size };
  }
}
