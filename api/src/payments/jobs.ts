import type { AppContext } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/job-queue.ts";
import { deleteExpiredRows } from "../platform/retention/delete-expired-rows.ts";
import { findExpiredOrders } from "./reconciliation/payment-expiry.ts";
import { webhookEventDays } from "./retention-settings.ts";
import {
  findLostAttempts,
  repairAll,
  findUnprocessedEvents,
  findOpenRefunds,
  type Discrepancy,
  findUnappliedPayments,
  findUnreportedResults,
} from "./reconciliation/reconciliation.ts";
import { failureNotificationJob } from "./notifications/failure-notification-job.ts";
import { deleteOldEvents } from "./webhooks/webhook-sql.ts";

type DiscrepancyFinder = (app: AppContext) => Promise<Discrepancy[]>;

/**
 * The checks in the order in which they run. Expired orders come last, so that an order is not canceled while its
 * payment is just being reported.
 */
const finders: readonly DiscrepancyFinder[] = [
  findUnprocessedEvents,
  findLostAttempts,
  findUnreportedResults,
  findUnappliedPayments,
  findOpenRefunds,
  findExpiredOrders,
];

const createRepairJob = (find: DiscrepancyFinder) => async (app: AppContext) => repairAll(app, await find(app));

/**
 * Processes webhook events that were stored but not processed.
 * @returns the number of events.
 */
export const processOpenWebhooks = createRepairJob(findUnprocessedEvents);
/**
 * Asks the provider about attempts whose response was lost.
 * @returns the number of repaired attempts.
 */
export const recoverAttempts = createRepairJob(findLostAttempts);
/**
 * Asks the provider about attempts without a reported result, and cancels those whose order has ended.
 * @returns the
 * number of repaired attempts.
 */
export const reconcileAttempts = createRepairJob(findUnreportedResults);
/**
 * Sends refunds that were not sent, and asks the provider about those without a reported result.
 * @returns the number of
 * refunds.
 */
export const sendOpenRefunds = createRepairJob(findOpenRefunds);
/**
 * Cancels orders whose payment deadline has passed.
 * @returns the number of orders.
 */
export const expirePayments = createRepairJob(findExpiredOrders);

/**
 * Finds all discrepancies between the shop and the providers and repairs them.
 * @param options.dryRun only find, repair nothing.
 * @returns the discrepancies in the order in which they were found.
 */
export async function reconcile(app: AppContext, options: { dryRun: boolean }): Promise<Discrepancy[]> {
  const discrepancies: Discrepancy[] = [];
  for (const find of finders) {
    const batch = await find(app);
    if (!options.dryRun) await repairAll(app, batch);
    discrepancies.push(...batch);
  }
  return discrepancies;
}

/** Reconciles payments. Runs every minute, so that no discrepancy lasts longer than two minutes. */
export async function reconcilePayments(app: AppContext): Promise<void> {
  const discrepancies = await reconcile(app, { dryRun: false });
  if (discrepancies.length === 0) return;
  const groups = Object.groupBy(discrepancies, ({ finding }) => finding);
  const counts = Object.fromEntries(Object.entries(groups).map(([finding, group]) => [finding, group.length]));
  app.log.info("reconciled payments", counts);
}

export const jobs: readonly Job[] = [
  { name: "payments.reconcile", schedule: "* * * * *", work: reconcilePayments },
  failureNotificationJob,
  {
    name: "payments.delete_old_webhook_events",
    schedule: "41 2 * * *",
    work: async (app) => deleteExpiredRows(app, webhookEventDays, deleteOldEvents),
  },
];
