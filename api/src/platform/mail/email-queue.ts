import { z } from "zod";
import type { Db } from "../db/database.ts";
import { type Queue, queueJob } from "../jobs/job-queue.ts";
import { type QueuedEmail, insertEmail } from "./sql.ts";

export const emailQueue: Queue<{ emailId: number }> = {
  name: "email.send",
  payload: z.object({ emailId: z.int().positive() }),
};

/**
 * Enqueues an email. In a transaction, it is enqueued when the transaction commits. An email with a known `dedupKey` is
 * not enqueued again.
 */
export async function queueEmail(db: Db, queuedEmail: QueuedEmail): Promise<void> {
  const emailId = await insertEmail(db, queuedEmail);
  if (emailId !== null) await queueJob(db, emailQueue, { emailId });
}
