import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError } from "./commands.ts";

/**
 * Writes a file for an operator. The path is opened before the first chunk is asked for; the file replaces an older one
 * only when it is complete.
 * @throws CommandError if the path cannot be written to
 */
export async function writeExport(path: string, chunks: AsyncIterable<string>, signal?: AbortSignal): Promise<void> {
  const part = `${path}.part`;
  const file = await openForWriting(part, path);
  try {
    await pipeline(Readable.from(chunks), file.createWriteStream(), signal ? { signal } : {});
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw isSystemError(error) ? cannotWrite(path, error) : error;
  }
}

async function openForWriting(part: string, path: string): Promise<FileHandle> {
  try {
    return await open(part, "w");
  } catch (error) {
    throw isSystemError(error) ? cannotWrite(path, error) : error;
  }
}

function cannotWrite(path: string, { message }: Error): CommandError {
  return new CommandError(`${path} cannot be written: ${message}.`);
}

function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}
