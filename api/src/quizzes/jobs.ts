import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteExpiredRows } from "../platform/retention/delete-expired-rows.ts";
import { quizResultDays } from "./settings.ts";
import { deleteOldResults } from "./sql.ts";

export const jobs: readonly Job[] = [
  {
    name: "quizzes.delete_old_results",
    schedule: "33 2 * * *",
    work: async (app) => deleteExpiredRows(app, quizResultDays, deleteOldResults),
  },
];
