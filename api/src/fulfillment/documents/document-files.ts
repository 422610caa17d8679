import type { FileStorage } from "../../platform/file-storage/file-storage.ts";

/** Documents have personal data: unlike images they are stored where no public handler reads. */
function getDocumentPath(fileKey: string): string {
  return `documents/${fileKey.slice(0, 2)}/${fileKey}.pdf`;
}

/** Stores the file of a document, so that it survives a power failure. */
export async function storeDocumentFile(files: FileStorage, fileKey: string, file: Uint8Array): Promise<void> {
  await files.write(getDocumentPath(fileKey), file, { durable: true });
}

/** Reads the file of a document; null if it does not exist. */
export async function readDocumentFile(files: FileStorage, fileKey: string): Promise<Buffer<ArrayBuffer> | null> {
  return files.read(getDocumentPath(fileKey));
}

/** Deletes files of documents; those that do not exist are ignored. */
export async function deleteDocumentFiles(files: FileStorage, fileKeys: readonly string[]): Promise<void> {
  for (const fileKey of fileKeys) await files.delete(getDocumentPath(fileKey));
}
