import { z } from "zod";
import type { Db } from "../db/database.ts";
import { type Queue, queueJob } from "../jobs/job-queue.ts";
import { type QueuedEmail, insertEmail } from "./sql.ts";

export const emailQueue: Queue<{ mailId: number }> = {
  name: "mail.send",
  payload: z.object({ mailId: z.int().positive() }),
};

/**
 * Enqueues an email. In a transaction, it is enqueued when the transaction commits. An email with a known `dedupKey` is
 * not enqueued again.
 */
export async function queueEmail(db: Db, queuedEmail: QueuedEmail): Promise<void> {
  const mailId = await insertEmail(db, queuedEmail);
  if (mailId !== null) await queueJob(db, emailQueue, { mailId });
}
