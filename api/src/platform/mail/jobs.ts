import type { Job } from "../jobs/job-queue.ts";
import { eraseSentEmails } from "./sql.ts";

const BATCH_SIZE = 5000;
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Erases recipient and parameters of emails that were sent more than 30 days ago. The fact that they were sent is kept.
 */
export const emailSweepJob: Job = {
  name: "email.erase_sent",
  schedule: "41 3 * * *",
  work: async ({ db, clock, log }) => {
    const before = new Date(clock.now().getTime() - RETENTION_MS);
    let erased = 0;
    for (let count = BATCH_SIZE; count === BATCH_SIZE; erased += count)
      count = await eraseSentEmails(db, before, BATCH_SIZE);
    log.info("erased sent emails", { erased });
  },
};
