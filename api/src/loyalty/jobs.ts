import type { AppContext } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/job-queue.ts";
import { sendExpiryReminders } from "./reminders.ts";
import { expirePoints } from "./ledger.ts";
import { listCustomersWithExpiredPoints } from "./sql.ts";

const BATCH_SIZE = 500;

/**
 * Writes off the expired points of all customers, also those that missed runs have left.
 * @returns the number of customers
 */
export async function expireAllPoints({ db, clock, log }: AppContext): Promise<number> {
  const now = clock.now();
  let customerCount = 0;
  for (;;) {
    const customerIds = await listCustomersWithExpiredPoints(db, now, BATCH_SIZE);
    for (const customerId of customerIds) await expirePoints(db, customerId, now);
    customerCount += customerIds.length;
    if (customerIds.length < BATCH_SIZE) break;
  }
  if (customerCount > 0) log.info("expired loyalty points", { customers: customerCount });
  return customerCount;
}

export const jobs: readonly Job[] = [
  { name: "loyalty.expire_points", schedule: "7 * * * *", work: async (app) => void (await expireAllPoints(app)) },
  {
    name: "loyalty.send_expiry_reminders",
    schedule: "23 7 * * *",
    work: async (app) => void (await sendExpiryReminders(app)),
  },
];
