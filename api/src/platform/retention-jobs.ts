import type { Job } from "./jobs.ts";
import { deleteOld } from "./retention.ts";
import { idempotencyKeyDays, mailDays } from "./retention-settings.ts";
import { deleteOldIdempotencyKeys, deleteOldMails } from "./retention-sql.ts";

export const retentionJobs: readonly Job[] = [
  {
    name: "platform.retention",
    schedule: "11 2 * * *",
    work: async (house) => {
      await deleteOld(house, idempotencyKeyDays, deleteOldIdempotencyKeys);
      await deleteOld(house, mailDays, deleteOldMails);
    },
  },
];
