import { z } from "zod";
import type { Db, Tx } from "../db/database.ts";
import { type Queue, queueJob } from "../jobs/job-queue.ts";
import { deleteUnsentEmail, emailExists, insertEmail, type QueuedEmail } from "./sql.ts";

export const emailQueue: Queue<{ emailId: number }> = {
  name: "email.send",
  payload: z.object({ emailId: z.int().positive() }),
};

/**
 * Enqueues an email. In a transaction, it is enqueued when the transaction commits. An email with a known `dedupKey` is
 * not enqueued again. A recipient in the reserved domain `.invalid` (RFC 2606) stands for none: nothing is enqueued.
 * @param options.after the earliest time at which it is sent
 */
export async function queueEmail(db: Db, queuedEmail: QueuedEmail, options: { after?: Date } = {}): Promise<void> {
  if (queuedEmail.recipient.endsWith(".invalid")) return;
  const emailId = await insertEmail(db, queuedEmail);
  if (emailId !== null) await queueJob(db, emailQueue, { emailId }, options);
}

/**
 * Withdraws an email that was not sent, by its `dedupKey`; waits while it is being sent.
 * @returns false if it was sent
 */
export async function withdrawEmail(db: Tx, dedupKey: string): Promise<boolean> {
  await deleteUnsentEmail(db, dedupKey);
  return !(await emailExists(db, dedupKey));
}
