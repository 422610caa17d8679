import type { Job } from "../jobs/job-queue.ts";
import { deleteContentChanges } from "./sql.ts";

/** Far longer than caches take to read a change, because a transaction may commit hours after it made one. */
const RETENTION_MS = 24 * 3_600_000;
const BATCH_SIZE = 10_000;

export const contentChangesJob: Job = {
  name: "platform.delete_content_changes",
  schedule: "13 * * * *",
  work: async ({ db, clock }) => {
    const before = new Date(clock.now().getTime() - RETENTION_MS);
    for (let count = BATCH_SIZE; count === BATCH_SIZE;) count = await deleteContentChanges(db, before, BATCH_SIZE);
  },
};
