import type { Job } from "../platform/jobs/job-queue.ts";
import { refreshVocabulary } from "./sql.ts";

export const jobs: readonly Job[] = [
  {
    name: "search.refresh_vocabulary",
    schedule: "*/20 * * * *",
    work: async ({ db }) => void (await refreshVocabulary(db)),
  },
];
