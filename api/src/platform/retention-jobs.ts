import type { Job } from "./jobs.ts";
import { deleteOld, retentionSetting } from "./retention.ts";
import { deleteOldIdempotencyKeys, deleteOldMails } from "./retention-sql.ts";

const idempotencyKeyDays = retentionSetting("idempotency_keys", { least: 1, normal: 30 });
/** A reminder that comes round every day is not sent twice while its first email is known. */
const mailDays = retentionSetting("mails", { least: 90, normal: 365 });

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
