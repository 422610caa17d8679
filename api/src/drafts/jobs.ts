import type { Job } from "../platform/jobs/job-queue.ts";
import { DRAFT_DAYS } from "./admin-schema.ts";
import { deleteDraftsBefore } from "./sql.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const jobs: readonly Job[] = [
  {
    name: "drafts.delete_expired",
    schedule: "41 3 * * *",
    work: async ({ db, clock }) => deleteDraftsBefore(db, new Date(clock.now().getTime() - DRAFT_DAYS * DAY_MS)),
  },
];
