import type { Job } from "../platform/jobs/job-queue.ts";
import { sendGiftCards } from "./send-gift-cards.ts";

export const jobs: readonly Job[] = [{ name: "orders.send_gift_cards", schedule: "*/5 * * * *", work: sendGiftCards }];
