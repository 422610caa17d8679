import { withTransaction } from "../../platform/db/database.ts";
import { type Job, createJob } from "../../platform/jobs/job-queue.ts";
import { findPayer } from "./notification-sql.ts";
import { failureQueue, canStillPay, sendNotification } from "./notifications.ts";

/** Notifies the customer about a declined payment, unless it has been paid or has ended meanwhile. */
export const failureNotificationJob: Job = createJob(failureQueue, async ({ db, clock }, { paymentId }) => {
  await withTransaction(db, async (tx) => {
    const payer = await findPayer(tx, paymentId);
    if (!payer || !canStillPay(payer, clock.now())) return;
    await sendNotification(tx, payer, {
      event: "failed",
      path: `/user/payment/${paymentId}`,
      dedupKey: `failed:${paymentId}`,
    });
  });
});
