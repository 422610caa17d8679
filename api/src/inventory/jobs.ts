import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteScansOfCountsClosedBefore } from "./counts/sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a scanner may have been offline before it sends its scans. */
const SCAN_DAYS = 30;
const BATCH_SIZE = 5000;

export const jobs: readonly Job[] = [
  {
    name: "inventory.delete_old_scans",
    schedule: "37 2 * * *",
    work: async ({ db, clock }) => {
      const before = new Date(clock.now().getTime() - SCAN_DAYS * DAY_MS);
      while ((await deleteScansOfCountsClosedBefore(db, before, BATCH_SIZE)) === BATCH_SIZE);
    },
  },
];
