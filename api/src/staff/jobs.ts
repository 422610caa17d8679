import { createJobActor } from "../platform/audit/actor.ts";
import { withTransaction } from "../platform/db/database.ts";
import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteExpiredRows } from "../platform/retention/delete-expired-rows.ts";
import { expireApprovals } from "./approvals/approval-entries.ts";
import { deleteStaffDevicesNotSeenSince } from "./known-devices.ts";
import { deleteOldNotifications } from "./notifications/sql.ts";
import { staffNotificationDays } from "./settings.ts";
import { deleteExpiredStaffData } from "./sql.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export const jobs: readonly Job[] = [
  {
    name: "staff.delete_expired",
    schedule: "27 * * * *",
    work: async ({ db, clock }) => {
      const now = clock.now();
      await deleteExpiredStaffData(db, now);
      await deleteStaffDevicesNotSeenSince(db, new Date(now.getTime() - YEAR_MS));
    },
  },
  {
    name: "staff.delete_old_notifications",
    schedule: "23 2 * * *",
    work: async (app) => deleteExpiredRows(app, staffNotificationDays, deleteOldNotifications),
  },
  {
    name: "staff.expire_approvals",
    schedule: "*/10 * * * *",
    work: async (app) =>
      withTransaction(app.db, (tx) => expireApprovals(app, tx, createJobActor("staff.expire_approvals"))),
  },
];
