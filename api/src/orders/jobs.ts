import type { Job } from "../platform/jobs/job-queue.ts";
import { sendGiftCards } from "./send-gift-cards.ts";

export const jobs: readonly Job[] = [{ name: "orders.certificates", schedule: "*/5 * * * *", work: sendGiftCards }];
