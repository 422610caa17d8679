import { z } from "zod";
import type { Tx } from "../../platform/db/database.ts";
import { createJob, type Job, type Queue, queueJob } from "../../platform/jobs/job-queue.ts";
import { deleteDocumentFiles } from "./document-files.ts";
import { eraseDocuments } from "./document-sql.ts";

const queue: Queue<{ fileKeys: string[] }> = {
  name: "fulfillment.delete_document_files",
  payload: z.object({ fileKeys: z.array(z.uuid()) }),
};

/**
 * Removes personal data from the documents of a customer: their files are deleted, and what was sold for how much stays.
 * See docs/domain/privacy.md.
 */
export async function anonymizeDocuments(db: Tx, customerId: number): Promise<void> {
  const fileKeys = await eraseDocuments(db, customerId);
  if (fileKeys.length > 0) await queueJob(db, queue, { fileKeys });
}

/** Deletes the files after the erasure is committed. */
export const deleteFilesJob: Job = createJob(queue, ({ files }, { fileKeys }) => deleteDocumentFiles(files, fileKeys));
