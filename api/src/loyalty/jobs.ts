import type { AppContext } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/job-queue.ts";
import { sendExpiryReminders } from "./reminders.ts";
import { expirePoints } from "./ledger.ts";
import { listCustomersWithExpiredPoints } from "./sql.ts";

const BATCH = 500;

/**
 * Writes off expired points, including those of runs that were missed.
 * @returns the number of customers
 */
export async function expireAllPoints({ db, clock, log }: AppContext): Promise<number> {
  const now = clock.now();
  let customerCount = 0;
  for (;;) {
    const customers = await listCustomersWithExpiredPoints(db, now, BATCH);
    for (const customerId of customers) await expirePoints(db, customerId, now);
    customerCount += customers.length;
    if (customers.length < BATCH) break;
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
