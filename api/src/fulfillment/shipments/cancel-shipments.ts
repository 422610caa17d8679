import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { requestCancellation } from "../carrier-orders/sql.ts";
import { refusals } from "./schema.ts";
import { lockOrderShipments, updateShipmentStatuses } from "./sql.ts";

/**
 * Cancels the open and packed shipments of an order and of those that are sent with it, whose rows must be locked.
 * @throws Refusal `order_partly_shipped` if one of them has left
 */
export async function cancelUnsentShipments(tx: Tx, orderId: number, now: Date): Promise<void> {
  const shipments = await lockOrderShipments(tx, orderId);
  if (shipments.some(({ status }) => status !== "open" && status !== "packed"))
    throw refuse(refusals, "order_partly_shipped");
  await requestCancellation(
    tx,
    shipments.map(({ id }) => id),
    now,
  );
  await updateShipmentStatuses(tx, orderId, ["open", "packed"], "canceled");
}
