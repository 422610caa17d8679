import type { Job } from "../platform/jobs/job-queue.ts";
import { expireEdits } from "./end-edit.ts";

export const jobs: readonly Job[] = [{ name: "order_edits.expire", schedule: "* * * * *", work: expireEdits }];
