import type { Job } from "../platform/jobs.ts";
import { announceJob } from "./announcements.ts";

export const jobs: readonly Job[] = [announceJob];
