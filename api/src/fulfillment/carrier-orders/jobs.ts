import type { CdekClient } from "../../delivery/cdek/client.ts";
import { CdekUnavailableError } from "../../delivery/cdek/request.ts";
import { getCdekClient } from "../../delivery/pickup-points/sources.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { Job } from "../../platform/jobs/job-queue.ts";
import { cancelOrder, checkOrder, JOB_NAME } from "./check-order.ts";
import { sendOrder } from "./send-order.ts";
import { type CarrierOrderRow, claimDueOrders } from "./sql.ts";

const BATCH_SIZE = 20;

export const carrierOrdersJob: Job = { name: JOB_NAME, schedule: "* * * * *", work: processCarrierOrders };

/**
 * Sends the orders that wait for CDEK, reads the states of those that are there, and deletes those that were canceled.
 * It stops when CDEK does not answer; what is left is done later.
 */
export async function processCarrierOrders(app: AppContext): Promise<void> {
  const client = getCdekClient(app);
  if (!client) return;
  const startedAt = app.clock.now();
  for (;;) {
    const orders = await claimDueOrders(app.db, BATCH_SIZE, startedAt);
    if (orders.length === 0) return;
    for (const order of orders) if (!(await processOrder(app, client, order))) return;
  }
}

/** @returns false if CDEK does not answer */
async function processOrder(app: AppContext, client: CdekClient, order: CarrierOrderRow): Promise<boolean> {
  try {
    if (order.status === "requested") await sendOrder(app, client, order);
    else if (order.status === "canceling") await cancelOrder(app, client, order);
    else await checkOrder(app, client, order);
    return true;
  } catch (error) {
    if (error instanceof CdekUnavailableError) {
      app.log.error("CDEK is not available; orders are sent later", error);
      return false;
    }
    // The others are processed; this one is tried again when its lease ends.
    app.log.error("an order at CDEK could not be processed", error, { reference: order.reference });
    return true;
  }
}
