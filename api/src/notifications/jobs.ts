import type { Job } from "../platform/jobs.ts";
import { deleteOld, retentionSetting } from "../platform/retention.ts";
import { announceJob } from "./announcements.ts";
import { deleteOldNotifications } from "./sql.ts";

/** What is told every day until it is over is not told twice while its first notification is known. */
const notificationDays = retentionSetting("notifications", { least: 90, normal: 365 });

export const jobs: readonly Job[] = [
  announceJob,
  {
    name: "notifications.retention",
    schedule: "21 2 * * *",
    work: async (house) => deleteOld(house, notificationDays, deleteOldNotifications),
  },
];
