import { listAbandonedCheckouts, lockCheckoutCustomer } from "../account/email-sign-in/checkout-customers.ts";
import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/job-queue.ts";
import { eraseCustomer } from "./service.ts";

/**
 * Erases the customers of checkouts that began with an email and ended without an order: nobody can continue them once
 * their session has ended (docs/domain/privacy.md).
 */
export async function eraseAbandonedCheckouts({ db, clock, log }: AppContext): Promise<void> {
  const now = clock.now();
  const customerIds = await listAbandonedCheckouts(db, now);
  for (const customerId of customerIds) {
    await withTransaction(db, async (tx) => {
      const email = await lockCheckoutCustomer(tx, customerId);
      if (email !== null) await eraseCustomer(tx, customerId, [email], now);
    });
  }
  log.info("erased abandoned checkouts", { customers: customerIds.length });
}

export const jobs: readonly Job[] = [
  { name: "privacy.erase_abandoned_checkouts", schedule: "41 * * * *", work: eraseAbandonedCheckouts },
];
