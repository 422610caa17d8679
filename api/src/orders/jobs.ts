import type { Job } from "../platform/jobs/job-queue.ts";
import { sendGiftCards } from "./service.ts";

export const jobs: readonly Job[] = [{ name: "orders.certificates", schedule: "*/5 * * * *", work: sendGiftCards }];
