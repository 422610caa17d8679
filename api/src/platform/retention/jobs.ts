import type { Job } from "../jobs/job-queue.ts";
import { deleteExpiredRows } from "./delete-expired-rows.ts";
import { idempotencyKeyDays, emailDays } from "./settings.ts";
import { deleteExpiredIdempotencyKeys, deleteExpiredEmails } from "./sql.ts";

export const retentionJobs: readonly Job[] = [
  {
    name: "platform.delete_expired",
    schedule: "11 2 * * *",
    work: async (app) => {
      await deleteExpiredRows(app, idempotencyKeyDays, deleteExpiredIdempotencyKeys);
      await deleteExpiredRows(app, emailDays, deleteExpiredEmails);
    },
  },
];
