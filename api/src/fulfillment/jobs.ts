import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/job-queue.ts";
import { carrierOrdersJob } from "./carrier-orders/jobs.ts";
import { checkCustoms } from "./check-customs.ts";
import { deleteFilesJob } from "./documents/data-erasure.ts";
import { pickupReminderJob } from "./parcels/jobs.ts";
import { listOrdersToCheck } from "./sql.ts";

const BATCH_SIZE = 500;

export const jobs: readonly Job[] = [
  { name: "fulfillment.check_customs", schedule: "*/5 * * * *", work: checkWaitingOrders },
  deleteFilesJob,
  carrierOrdersJob,
  pickupReminderJob,
];

/** Checks every order that waits to be sent, since products, rules and exchange rates change. */
async function checkWaitingOrders({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  for (let orderIds = await listOrdersToCheck(db, 0, BATCH_SIZE); orderIds.length > 0;) {
    await withTransaction(db, async (tx) => checkCustoms(tx, orderIds, clock.now()));
    orderIds = await listOrdersToCheck(db, orderIds.at(-1) ?? 0, BATCH_SIZE);
  }
}
