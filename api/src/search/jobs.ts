import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteExpiredRows } from "../platform/retention/delete-expired-rows.ts";
import { VISITOR_DAYS } from "./popular-queries.ts";
import { searchQueryDays } from "./settings.ts";
import { deleteOldQueries, deleteOldVisitors, refreshVocabulary } from "./sql.ts";

const DAY_MS = 86_400_000;
const BATCH_SIZE = 5000;

export const jobs: readonly Job[] = [
  {
    name: "search.refresh_vocabulary",
    schedule: "*/20 * * * *",
    work: async ({ db }) => void (await refreshVocabulary(db)),
  },
  {
    name: "search.delete_old_visitors",
    schedule: "41 2 * * *",
    work: async ({ db, clock }) => {
      const before = new Date(clock.now().getTime() - VISITOR_DAYS * DAY_MS);
      while ((await deleteOldVisitors(db, before, BATCH_SIZE)) === BATCH_SIZE);
    },
  },
  {
    name: "search.delete_old_queries",
    schedule: "43 2 * * *",
    work: async (app) => deleteExpiredRows(app, searchQueryDays, deleteOldQueries),
  },
];
