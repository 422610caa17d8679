import type { CdekClient } from "../../delivery/cdek/client.ts";
import { CdekUnavailableError } from "../../delivery/cdek/request.ts";
import { getCdekClient } from "../../delivery/pickup-points/sources.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { cdekContractSetting } from "../settings.ts";
import { refusals as shipmentRefusals } from "../shipments/schema.ts";
import type { LockedShipment } from "../shipments/sql.ts";
import type { CarrierOrder } from "./admin-schema.ts";
import { CDEK_METHOD, refusals } from "./schema.ts";
import { sendOrder } from "./send-order.ts";
import {
  type CarrierOrderRow,
  claimRequest,
  findCarrierOrder,
  findShippingMethod,
  insertCarrierOrder,
  requestCancellation,
  serializeCarrierOrder,
} from "./sql.ts";

/**
 * Requests an order at CDEK for a packed shipment, which `submitRequest` sends after the commit.
 * @param shipment locked
 * @returns the order, and whether it is new
 * @throws Refusal `carrier_not_used`, `carrier_not_set_up` or `shipment_not_packed`
 */
export async function registerOrder(
  app: AppContext,
  tx: Tx,
  shipment: LockedShipment,
  { staffId, now }: { staffId: number | null; now: Date },
): Promise<{ order: CarrierOrderRow; isNew: boolean }> {
  if ((await findShippingMethod(tx, shipment.id)) !== CDEK_METHOD) throw refuse(refusals, "carrier_not_used");
  if (!getCdekClient(app) || (await getSetting(tx, cdekContractSetting)) === null)
    throw refuse(refusals, "carrier_not_set_up");
  const current = await findCarrierOrder(tx, shipment.id);
  if (current && isCurrent(current)) return { order: current, isNew: false };
  if (shipment.status !== "packed")
    throw refuse(shipmentRefusals, "shipment_not_packed", { data: { status: shipment.status } });
  await insertCarrierOrder(tx, shipment.id, { staffId, now });
  return { order: await requireOrder(tx, shipment.id), isNew: true };
}

/**
 * Sends a request that was committed. If CDEK does not answer, a job sends it later.
 * @throws Refusal `carrier_refused` with the reasons, or `carrier_unavailable`
 */
export async function submitRequest(app: AppContext, shipmentId: number): Promise<CarrierOrder> {
  const client = getCdekClient(app);
  const claimed = client && (await claimRequest(app.db, shipmentId, app.clock.now()));
  if (claimed) await sendOrRefuse(app, client, claimed);
  const order = await requireOrder(app.db, shipmentId);
  if (claimed && order.status === "refused")
    throw refuse(refusals, "carrier_refused", { data: { errors: order.errors } });
  return serializeCarrierOrder(order);
}

async function sendOrRefuse(app: AppContext, client: CdekClient, order: CarrierOrderRow): Promise<void> {
  try {
    await sendOrder(app, client, order);
  } catch (error) {
    if (!(error instanceof CdekUnavailableError)) throw error;
    app.log.error("CDEK is not available; the order is sent later", error, { reference: order.reference });
    throw refuse(refusals, "carrier_unavailable");
  }
}

/**
 * Has the order of a shipment deleted at CDEK.
 * @param shipment locked
 * @returns the order, and whether it was current
 * @throws Refusal `carrier_order_not_found`, or `shipment_not_packed` if the parcel has left
 */
export async function cancelRegisteredOrder(
  tx: Tx,
  shipment: LockedShipment,
  now: Date,
): Promise<{ order: CarrierOrderRow; wasCurrent: boolean }> {
  if (shipment.status !== "packed" && shipment.status !== "open")
    throw refuse(shipmentRefusals, "shipment_not_packed", { data: { status: shipment.status } });
  const wasCurrent = (await requestCancellation(tx, [shipment.id], now)) > 0;
  return { order: await requireOrder(tx, shipment.id), wasCurrent };
}

/** @throws Refusal `carrier_order_not_found` */
async function requireOrder(db: Parameters<typeof findCarrierOrder>[0], shipmentId: number): Promise<CarrierOrderRow> {
  const order = await findCarrierOrder(db, shipmentId);
  if (!order) throw refuse(refusals, "carrier_order_not_found");
  return order;
}

function isCurrent({ status }: CarrierOrderRow): boolean {
  return status === "requested" || status === "accepted" || status === "created";
}
