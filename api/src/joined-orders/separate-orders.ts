import { checkCustoms } from "../fulfillment/check-customs.ts";
import { cancelUnsentShipments } from "../fulfillment/shipments/cancel-shipments.ts";
import { listParcelOrders, separateOrders } from "../orders/parcel/parcel-orders.ts";
import { refusals as orderRefusals } from "../orders/schema.ts";
import { lockOrderAndGetStatus } from "../orders/status/transition-order.ts";
import type { Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { adminRefusals } from "./admin-schema.ts";
import { notifyOfJoin } from "./notifications.ts";
import { listCurrentJoinIds } from "./sql.ts";

/**
 * Sends orders alone again that were joined: an order that is joined to another one, or all that are joined to it. What was
 * packed of them is packed again; delivery that was returned stays returned.
 * @returns the orders that are joined to another one no more
 * @throws refusal `order_not_found`, `order_not_joined`, `order_move_not_allowed` or `order_partly_shipped` after the parcel
 * has left
 */
export async function separateParcel(tx: Tx, orderId: number, now: Date): Promise<number[]> {
  const status = await lockOrderAndGetStatus(tx, orderId);
  const joinIds = await listCurrentJoinIds(tx, orderId);
  if (joinIds.length === 0) throw refuse(adminRefusals, "order_not_joined");
  if (status !== "paid" && status !== "packing")
    throw refuse(orderRefusals, "order_move_not_allowed", { params: { from: status, to: "paid" } });
  const orders = await listParcelOrders(tx, orderId);
  await cancelUnsentShipments(tx, orderId, now);
  const separated = await separateOrders(tx, orderId, now);
  await checkCustoms(
    tx,
    orders.map(({ id }) => id),
    now,
  );
  for (const id of joinIds) await notifyOfJoin(tx, id, "separated");
  return separated;
}
