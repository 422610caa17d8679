import { formatOrderNumber } from "../../orders/order-number.ts";
import { refusals as orderRefusals, type OrderStatus } from "../../orders/schema.ts";
import { isValidTrackingNumber } from "../../orders/status/tracking.ts";
import { transitionOrder } from "../../orders/status/transition-order.ts";
import type { Actor } from "../../platform/audit/actor.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../../platform/http/errors.ts";
import { requireCustomsData } from "../check-customs.ts";
import { refusals } from "./schema.ts";
import {
  findShipmentByNumber,
  getOrderTracking,
  hasRemainingPieces,
  insertShipment,
  insertStoreEvents,
  type LockedShipment,
  lockOrderShipments,
  updateShipment,
} from "./sql.ts";

/**
 * Hands a packed shipment over to the carrier. The order, and those that are sent with it, become `shipped` with the
 * last of its shipments; its own tracking number is that of the first one.
 * @param shipment locked after its order
 * @param trackingNumber undefined for the one that is stored
 * @returns the status of the order; null if the shipment was shipped before with the same number
 * @throws Refusal `shipment_not_packed`, `validation_failed` without a tracking number, `tracking_number_invalid`,
 * `tracking_number_used`, and
 * those of `requireCustomsData` and `transitionOrder`
 */
export async function shipShipment(
  app: Pick<AppContext, "orderEventHandlers">,
  tx: Tx,
  shipment: LockedShipment,
  { trackingNumber, now, actor }: { trackingNumber: string | undefined; now: Date; actor: Actor },
): Promise<OrderStatus | null> {
  const tracking = trackingNumber ?? shipment.tracking_number;
  if (shipment.status === "shipped" && tracking === shipment.tracking_number) return null;
  if (shipment.status !== "packed")
    throw refuse(refusals, "shipment_not_packed", { data: { status: shipment.status } });
  if (tracking === null || tracking === "")
    throw refuse(commonRefusals, "validation_failed", { fields: { tracking_number: ["required"] } });
  if (!isValidTrackingNumber(tracking)) throw refuse(orderRefusals, "tracking_number_invalid");
  await markShipped(tx, shipment.id, { tracking, now });
  const shipments = await lockOrderShipments(tx, shipment.order_id);
  // One that left earlier may have been delivered.
  const haveAllLeft = shipments.every(({ status }) => status !== "open" && status !== "packed");
  if (!haveAllLeft || (await hasRemainingPieces(tx, shipment.order_id))) {
    await requireCustomsData(tx, shipment.order_id, now);
    return "packing";
  }
  const details = { now, actor, tracking: shipments[0]?.tracking_number ?? tracking };
  await transitionOrder(app, tx, shipment.order_id, "shipped", details);
  return "shipped";
}

/**
 * Ships what is left of an order that becomes `shipped`: its packed shipment, or all its pieces in a new shipment if it
 * was packed without the packing station.
 * @throws Refusal `shipment_not_packed`, `several_shipments` if each one has to be shipped with its own number, or
 * `tracking_number_used`
 */
export async function shipRemainingShipments(tx: Tx, orderId: number, now: Date): Promise<void> {
  const waiting = (await lockOrderShipments(tx, orderId)).filter(
    ({ status }) => status === "open" || status === "packed",
  );
  if (waiting.some(({ status }) => status === "open"))
    throw refuse(refusals, "shipment_not_packed", { data: { status: "open" } });
  if (waiting.length > 1) throw refuse(refusals, "several_shipments");
  const id = waiting[0]?.id ?? (await insertShipment(tx, orderId, now));
  if (id === undefined) return;
  const tracking = (await getOrderTracking(tx, orderId)) ?? waiting[0]?.tracking_number ?? null;
  await markShipped(tx, id, { tracking, now });
}

/** @throws Refusal `tracking_number_used` with the order whose shipment has the number */
async function requireUnusedNumber(tx: Tx, id: number, tracking: string, now: Date): Promise<void> {
  const other = await findShipmentByNumber(tx, tracking, { exceptId: id, now });
  if (!other) return;
  const { order_id } = other;
  throw refuse(orderRefusals, "tracking_number_used", {
    ...{ params: { order: formatOrderNumber(order_id) }, data: { order_id } },
  });
}

async function markShipped(
  tx: Tx,
  id: number,
  { tracking, now }: { tracking: string | null; now: Date },
): Promise<void> {
  if (tracking !== null) await requireUnusedNumber(tx, id, tracking, now);
  await updateShipment(tx, id, {
    ...{ status: "shipped", shipped_at: now },
    ...(tracking === null ? {} : { tracking_number: tracking }),
  });
  await insertStoreEvents(tx, [id], "shipped", now);
}
