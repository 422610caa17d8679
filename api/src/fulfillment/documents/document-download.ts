import { createHash } from "node:crypto";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refusals } from "./admin-schema.ts";
import { deleteDocumentFiles, readDocumentFile, storeDocumentFile } from "./document-files.ts";
import { findDocuments, type StoredDocument } from "./document-sql.ts";
import { renderDocuments } from "./render-documents.ts";

export type DocumentFile = Readonly<{ file: Buffer<ArrayBuffer>; name: string }>;

/**
 * Returns the file of a document as it was printed. If the process ended before it was stored, it is rendered again,
 * which gives the same bytes.
 * @throws refusal `not_found` or `document_erased`
 */
export async function getDocumentFile({ db, files, log }: AppContext, id: number): Promise<DocumentFile> {
  const [document] = await findDocuments(db, [id]);
  if (!document) throw refuse(commonRefusals, "not_found");
  const { file_key: fileKey, sha256 } = document;
  if (fileKey === null) throw refuse(refusals, "document_erased");
  const name = `${document.number}.pdf`;
  const stored = await readDocumentFile(files, fileKey);
  if (stored) return { file: stored, name };
  const file = await renderDocuments([document]);
  if (createHash("sha256").update(file).digest().equals(sha256)) {
    await storeDocumentFile(files, fileKey, file);
    // Its data may have been erased meanwhile, before there was a file to delete.
    const [current] = await findDocuments(db, [id]);
    if (current?.file_key === fileKey) return { file, name };
    await deleteDocumentFiles(files, [fileKey]);
    throw refuse(refusals, "document_erased");
  } else
    log.error("the file of a document is missing, and rendering it again gave another one", undefined, {
      document: document.number,
    });
  return { file, name };
}

/**
 * Returns documents as one file, for printing. It is rendered from what they say and not stored.
 * @throws refusal `not_found` or `document_erased`
 */
export async function getMergedFile({ db }: AppContext, ids: readonly number[]): Promise<DocumentFile> {
  const documents: StoredDocument[] = await findDocuments(db, ids);
  if (documents.length < new Set(ids).size) throw refuse(commonRefusals, "not_found");
  if (documents.some(({ file_key: fileKey }) => fileKey === null)) throw refuse(refusals, "document_erased");
  return { file: await renderDocuments(documents), name: "documents.pdf" };
}
