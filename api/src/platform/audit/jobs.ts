import type { Job } from "../jobs/job-queue.ts";
import { deleteOldAuditEntries } from "./delete-old-entries.ts";
import { sealAuditEntries } from "./seal-entries.ts";
import { createPartitions } from "./sql.ts";
import { deleteExpiredUndoRecords } from "./undo-records.ts";
import { verifyAuditSeals } from "./verify-seals.ts";

/** The number of months whose partitions exist in advance: entries can be written for as long without a worker. */
const MONTHS_AHEAD = 12;
const DELETE_JOB = "audit.delete_expired";

export const auditJobs: readonly Job[] = [
  {
    name: "audit.create_partitions",
    schedule: "5 1 * * *",
    work: async ({ db, clock }) => {
      const now = clock.now();
      await createPartitions(db, now, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD)));
    },
  },
  {
    name: "audit.seal_entries",
    schedule: "50 * * * *",
    work: async (app) => {
      await sealAuditEntries(app);
    },
  },
  {
    name: "audit.verify_seals",
    schedule: "20 4 * * *",
    work: async (app) => {
      await verifyAuditSeals(app);
    },
  },
  {
    name: DELETE_JOB,
    schedule: "41 2 * * *",
    work: async (app) => {
      await deleteOldAuditEntries(app, DELETE_JOB);
      await deleteExpiredUndoRecords(app.db, app.clock.now());
    },
  },
];
