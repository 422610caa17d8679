import { isDatabaseUnavailable } from "../../api/src/platform/db/database-errors.ts";
import type { WakeSignal } from "./wake-signal.ts";
import type { Gateway } from "./gateway.ts";
import { KEY_LIFETIME_MS } from "./idempotency.ts";
import { deliverNotifications } from "./notifications.ts";
import { decidePayments } from "./payments.ts";
import { decideRefunds } from "./refunds.ts";
import { getNextDecisionTime, getNextDeliveryTime, deleteExpired } from "./sql.ts";

/** How long a loop sleeps if nothing is due; work left by other processes is found afterwards. */
const IDLE_MS = 5000;
const FAILURE_DELAY_MS = 1000;
const CLEANUP_INTERVAL_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const NOTIFICATION_RETENTION_MS = 30 * DAY_MS;

/** Processes everything that is due now: decides payments and refunds and sends notifications. */
export async function processDueWork(gateway: Gateway): Promise<void> {
  await decideAll(gateway);
  await deliverAll(gateway);
}

/**
 * Starts the worker in this process: it decides payments and refunds, sends notifications and deletes expired rows. All
 * work is stored in tables, so another process continues after a crash.
 * @returns `stop`, which resolves when the current work has ended.
 */
export function startWorker(gateway: Gateway): { stop(): Promise<void> } {
  const abortController = new AbortController();
  const { decisions, deliveries } = gateway.wakeSignals;
  const failureLog = createFailureLog(gateway);
  let lastCleanupAt = 0;
  const loops = [
    runLoop("deciding", decisions, async () => {
      await decideAll(gateway);
      return getNextDecisionTime(gateway.db);
    }),
    runLoop("sending notifications", deliveries, async () => {
      await deliverAll(gateway);
      const now = gateway.clock.now().getTime();
      if (now - lastCleanupAt > CLEANUP_INTERVAL_MS) {
        await deleteOldRows(gateway);
        lastCleanupAt = now;
      }
      return getNextDeliveryTime(gateway.db);
    }),
  ];

  async function runLoop(name: string, signal: WakeSignal, runOnce: () => Promise<Date | null>): Promise<void> {
    while (!abortController.signal.aborted) {
      let waitMs = IDLE_MS;
      try {
        const next = await runOnce();
        failureLog.reportSuccess();
        if (next) waitMs = Math.min(IDLE_MS, Math.max(0, next.getTime() - gateway.clock.now().getTime()));
      } catch (error) {
        // The loop must survive a lost database connection: the work is still in the tables afterwards.
        failureLog.reportFailure(name, error);
        waitMs = FAILURE_DELAY_MS;
      }
      if (!abortController.signal.aborted) await signal.wait(waitMs);
    }
  }

  return {
    stop: async () => {
      abortController.abort();
      decisions.notify();
      deliveries.notify();
      await Promise.all(loops);
    },
  };
}

/** Creates a log of failures of the loops. Every attempt fails while the database is away: that is logged once. */
function createFailureLog({ log }: Gateway) {
  let isDatabaseAway = false;
  return {
    reportSuccess: () => {
      if (isDatabaseAway) log.info("the sandbox gateway reaches its database again");
      isDatabaseAway = false;
    },
    reportFailure: (name: string, error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.error(`the sandbox gateway failed while ${name}`, error);
      else if (!isDatabaseAway) log.error("the sandbox gateway cannot reach its database", error);
      isDatabaseAway ||= isDatabaseUnavailable(error);
    },
  };
}

/** Decides all payments and refunds that are due, and wakes the loop that sends their notifications. */
async function decideAll(gateway: Gateway): Promise<void> {
  while ((await decidePayments(gateway)) + (await decideRefunds(gateway)) > 0) gateway.wakeSignals.deliveries.notify();
}

/** Sends all notifications that are due, one batch after another. */
async function deliverAll(gateway: Gateway): Promise<void> {
  let attemptCount: number;
  do attemptCount = await deliverNotifications(gateway);
  while (attemptCount > 0);
}

/** Deletes rows that are no longer needed: expired tokens and keys, and old notifications. */
async function deleteOldRows(gateway: Gateway): Promise<void> {
  const now = gateway.clock.now().getTime();
  await deleteExpired(gateway.db, {
    tokensExpired: new Date(now - DAY_MS),
    keysCreated: new Date(now - KEY_LIFETIME_MS),
    notificationsCreated: new Date(now - NOTIFICATION_RETENTION_MS),
  });
}
