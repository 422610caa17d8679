import { lockOrderAndGetStatus } from "../../orders/status/transition-order.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "./schema.ts";
import { findOrderId, type LockedShipment, lockShipment } from "./sql.ts";

/** Locks a shipment. @throws Refusal `shipment_not_found` */
export async function requireShipment(tx: Tx, id: number): Promise<LockedShipment> {
  const shipment = await lockShipment(tx, id);
  if (!shipment) throw refuse(refusals, "shipment_not_found");
  return shipment;
}

/**
 * Locks the order of a shipment, and then the shipment, in the sequence in which all that changes an order does.
 * @throws Refusal `shipment_not_found`
 */
export async function requireShipmentAndOrder(tx: Tx, id: number) {
  const orderId = await findOrderId(tx, id);
  if (orderId === undefined) throw refuse(refusals, "shipment_not_found");
  const orderStatus = await lockOrderAndGetStatus(tx, orderId);
  return { shipment: await requireShipment(tx, id), orderStatus };
}
