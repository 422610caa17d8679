import type { Job } from "../platform/jobs.ts";
import { deleteOld } from "../platform/retention.ts";
import { announceJob } from "./announcements.ts";
import { notificationDays } from "./settings.ts";
import { deleteOldNotifications } from "./sql.ts";

export const jobs: readonly Job[] = [
  announceJob,
  {
    name: "notifications.retention",
    schedule: "21 2 * * *",
    work: async (house) => deleteOld(house, notificationDays, deleteOldNotifications),
  },
];
