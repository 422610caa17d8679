import type { CdekClient } from "../../delivery/cdek/client.ts";
import { CdekRefusedError } from "../../delivery/cdek/request.ts";
import type { CdekOrder } from "../../delivery/cdek/responses.ts";
import { transitionOrder } from "../../orders/status/transition-order.ts";
import { createJobActor } from "../../platform/audit/actor.ts";
import { recordAuditEntry } from "../../platform/audit/audit-log.ts";
import { type Tx, withTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { getParcelEventKind } from "../parcels/event-kinds.ts";
import { notifyOfLastEvent } from "../parcels/notify-customer.ts";
import type { ShipmentStatus } from "../shipments/admin-schema.ts";
import { requireShipmentAndOrder } from "../shipments/lock-shipment.ts";
import { type LockedShipment, lockOrderShipments, updateShipment } from "../shipments/sql.ts";
import type { CarrierError } from "./admin-schema.ts";
import { listErrors, refuseOrder, VALIDATION_MS } from "./send-order.ts";
import {
  type CarrierEvent,
  type CarrierOrderRow,
  insertCarrierEvents,
  requestCancellation,
  updateCarrierOrder,
  updateShipmentOfCarrier,
} from "./sql.ts";

export const JOB_NAME = "fulfillment.carrier_orders";
const CHECK_INTERVAL_MS = 30 * 60 * 1000;

const endedStatuses: ReadonlySet<ShipmentStatus> = new Set(["delivered", "returned", "canceled"]);

/** Statuses of the order, which say nothing about the parcel. */
const orderStatuses: ReadonlySet<string> = new Set(["ACCEPTED", "CREATED"]);

/** What happened to the parcel, as far as the shipment is concerned. */
type Outcome = "delivered" | "returned" | null;

/**
 * Reads the state of an order at CDEK and stores it: its number, the reasons of a refusal, and the statuses as events of
 * the shipment. A delivered or returned parcel also changes the status of its shipment and order.
 * @param order claimed by this process, with the status `accepted` or `created`
 * @throws CdekUnavailableError or CdekRefusedError
 */
export async function checkOrder(app: AppContext, client: CdekClient, order: CarrierOrderRow): Promise<void> {
  const found = order.carrier_ref === null ? null : await client.getOrder(order.carrier_ref);
  const now = app.clock.now();
  if (isDeleted(found)) {
    await withTransaction(app.db, (tx) => requestCancellation(tx, [order.shipment_id], now));
    return;
  }
  const trackingNumber = found.entity?.cdek_number;
  if (trackingNumber !== undefined) {
    await applyState(app, order, found, { trackingNumber, outcome: await findOutcome(client, found) });
    return;
  }
  if (order.status === "accepted" && isRequestInvalid(found, "CREATE"))
    await refuseOrder(app, order, listErrors(found));
  else await updateCarrierOrder(app.db, order, { next_check_at: new Date(now.getTime() + VALIDATION_MS) });
}

/**
 * Deletes an order at CDEK, which does so later, or keeps it with the reasons if that is refused.
 * @param order claimed by this process, with the status `canceling`
 * @throws CdekUnavailableError or CdekRefusedError
 */
export async function cancelOrder(app: AppContext, client: CdekClient, order: CarrierOrderRow): Promise<void> {
  const found = await (order.carrier_ref === null
    ? client.findOrder(order.reference)
    : client.getOrder(order.carrier_ref));
  const isGone = isDeleted(found) || isRequestInvalid(found, "CREATE");
  if (isGone) await updateCarrierOrder(app.db, order, { status: "canceled", next_check_at: null });
  else if (isRequestInvalid(found, "DELETE")) await keepOrder(app, order, listErrors(found));
  else if (found.entity && !found.requests.some(({ type }) => type === "DELETE")) {
    try {
      await client.deleteOrder(found.entity.uuid);
    } catch (error) {
      if (!(error instanceof CdekRefusedError)) throw error;
      await keepOrder(app, order, error.errors);
    }
  }
}

/** Ends an order that CDEK did not delete, because the parcel is there already: staff have to call CDEK. */
async function keepOrder(app: AppContext, order: CarrierOrderRow, errors: readonly CarrierError[]): Promise<void> {
  app.log.error("CDEK did not delete an order: manual action required", undefined, { reference: order.reference });
  await updateCarrierOrder(app.db, order, { status: "canceled", errors, next_check_at: null });
}

function isDeleted(order: CdekOrder | null): order is null {
  return order === null || (order.entity?.statuses.some(({ code }) => code === "REMOVED") ?? false);
}

function isRequestInvalid({ requests }: CdekOrder, type: "CREATE" | "DELETE"): boolean {
  return requests.some((request) => request.type === type && request.state === "INVALID");
}

/** A parcel that is not handed out comes back with a return order: it is returned when that one is delivered. */
async function findOutcome(client: CdekClient, order: CdekOrder): Promise<Outcome> {
  const hasStatus = (one: CdekOrder | null, code: string) =>
    one?.entity?.statuses.some((status) => status.code === code) ?? false;
  if (hasStatus(order, "DELIVERED")) return "delivered";
  const returnOrder = order.related_entities.find(({ type }) => type === "return_order");
  if (!returnOrder || !hasStatus(order, "NOT_DELIVERED")) return null;
  return hasStatus(await client.getOrder(returnOrder.uuid), "DELIVERED") ? "returned" : null;
}

async function applyState(
  app: AppContext,
  order: CarrierOrderRow,
  { entity }: CdekOrder,
  { trackingNumber, outcome }: { trackingNumber: string; outcome: Outcome },
): Promise<void> {
  const now = app.clock.now();
  const events = listEvents(entity);
  await withTransaction(app.db, async (tx) => {
    const { shipment, orderStatus } = await requireShipmentAndOrder(tx, order.shipment_id);
    const hasEnded = outcome !== null ? shipment.status !== "packed" : endedStatuses.has(shipment.status);
    const isCurrent = await updateCarrierOrder(tx, order, {
      ...{ status: "created", tracking_number: trackingNumber, errors: [] },
      next_check_at: hasEnded ? null : new Date(now.getTime() + CHECK_INTERVAL_MS),
    });
    if (!isCurrent) return;
    if (order.status === "accepted" && order.carrier_ref !== null)
      await updateShipmentOfCarrier(tx, shipment.id, { carrierRef: order.carrier_ref, trackingNumber });
    await insertCarrierEvents(tx, shipment.id, events);
    await notifyOfLastEvent(tx, shipment.id, { now, canUndo: false });
    if (outcome === null || shipment.status !== "shipped") return;
    const areAllEnded = await endShipment(app, tx, shipment, outcome);
    // An order whose money was refunded meanwhile keeps its status.
    if (areAllEnded && orderStatus === "shipped")
      await transitionOrder(app, tx, shipment.order_id, outcome, { now, actor: createJobActor(JOB_NAME) });
  });
}

/** Lists what happened to the parcel. CDEK names the last day of storage for the order, not for the event. */
function listEvents(entity: CdekOrder["entity"]): CarrierEvent[] {
  return (entity?.statuses ?? [])
    .filter(({ code }) => !orderStatuses.has(code))
    .map(({ code, date_time: at, city }) => {
      const isStored = getParcelEventKind(code) === "ready_for_pickup";
      return { code, at, place: city, storage_until: isStored ? (entity?.keep_free_until ?? null) : null };
    });
}

/** Ends a shipment that has left. @returns whether all shipments of its order have ended in the same way */
async function endShipment(
  app: AppContext,
  tx: Tx,
  shipment: LockedShipment,
  outcome: NonNullable<Outcome>,
): Promise<boolean> {
  const actor = createJobActor(JOB_NAME);
  await updateShipment(tx, shipment.id, { status: outcome });
  await recordAuditEntry(app, tx, {
    ...{ actor, action: `shipment.${outcome}`, subject: { kind: "shipment", id: shipment.id } },
    changes: [{ field: "status", from: shipment.status, to: outcome }],
  });
  const shipments = await lockOrderShipments(tx, shipment.order_id);
  return shipments.every(({ status }) => status === outcome);
}
