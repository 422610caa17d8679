import { jobs as accountJobs } from "../../api/src/account/jobs.ts";
import type { Job } from "../../api/src/platform/jobs.ts";

/** The background work of every room. */
export const jobs: readonly Job[] = [...accountJobs];
