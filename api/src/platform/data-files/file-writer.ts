import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError } from "../commands/command.ts";

/**
 * Writes a file for an operator. The path is opened before the first chunk is requested, and an existing file is
 * replaced only when the new one is complete.
 * @throws CommandError if the path cannot be written to
 */
export async function writeExportFile(
  path: string,
  chunks: AsyncIterable<string>,
  signal?: AbortSignal,
): Promise<void> {
  const temporaryPath = `${path}.part`;
  const file = await openForWriting(temporaryPath, path);
  try {
    await pipeline(Readable.from(chunks), file.createWriteStream(), signal ? { signal } : {});
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw isSystemError(error) ? createWriteError(path, error) : error;
  }
}

async function openForWriting(temporaryPath: string, path: string): Promise<FileHandle> {
  try {
    return await open(temporaryPath, "w");
  } catch (error) {
    throw isSystemError(error) ? createWriteError(path, error) : error;
  }
}

function createWriteError(path: string, { message }: Error): CommandError {
  return new CommandError(`${path} cannot be written: ${message}.`);
}

function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
