import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteExpiredRows } from "../platform/retention/delete-expired-rows.ts";
import { announcementJob } from "./announcements.ts";
import { createPushJobs } from "./push/jobs.ts";
import { notificationDays } from "./settings.ts";
import { deleteOldNotifications } from "./sql.ts";

export const jobs: readonly Job[] = [
  announcementJob,
  ...createPushJobs(),
  {
    name: "notifications.delete_old",
    schedule: "21 2 * * *",
    work: async (app) => deleteExpiredRows(app, notificationDays, deleteOldNotifications),
  },
];
