import type { DocumentKind } from "@furoshiki/api/admin/fulfillment/documents";
import type { OrderShipments, Shipment } from "@furoshiki/api/admin/fulfillment/shipments";
import { getRefusalMessage } from "../api-client/form-errors.ts";
import type { RequestContext } from "../api-client/request-context.ts";
import { documentKinds, type PrintFailure, printDocuments, type PrintTarget } from "./document-actions.ts";

/** What CDEK prints: the label on the parcel, and the waybill that goes with it. */
export type CarrierFileKind = "label" | "waybill";
export const carrierFileKinds: readonly CarrierFileKind[] = ["label", "waybill"];

/** The most orders or shipments that are printed at once. */
export const MAX_TARGETS = 100;

/** What is printed: kinds of documents of the store, and what CDEK prints. */
type PrintChoice = Readonly<{ documents: readonly DocumentKind[]; carrierFiles: readonly CarrierFileKind[] }>;

/** What can be printed now, and why the rest cannot. */
export type ShipmentPrints = Readonly<{
  documentIds: readonly number[];
  /** What CDEK prints, and the shipments that it knows. */
  carrierFiles: readonly CarrierFileKind[];
  carrierShipmentIds: readonly number[];
  /** A failure without a message: CDEK has not given the shipment a number. */
  failures: readonly (Omit<PrintFailure, "message"> & { message: string | null })[];
}>;

/** Returns the kinds that a form names, without unknown ones. */
export function parsePrintChoice(form: FormData): PrintChoice {
  const names = new Set(form.getAll("kind"));
  return {
    documents: documentKinds.filter((kind) => names.has(kind)),
    carrierFiles: carrierFileKinds.filter((kind) => names.has(kind)),
  };
}

/** Formats an order or one of its shipments as the value of a form; `parseTarget` reads it. */
export function formatTarget({ order_id: orderId, shipment_id: shipmentId }: PrintTarget): string {
  return shipmentId === undefined ? String(orderId) : `${orderId}:${shipmentId}`;
}

/** Returns what a value of a form names; null if it names nothing. */
export function parseTarget(value: unknown): PrintTarget | null {
  const [, orderId, shipmentId] = /^(\d{9})(?::(\d{1,9}))?$/.exec(String(value)) ?? [];
  if (orderId === undefined) return null;
  return { order_id: Number(orderId), ...(shipmentId === undefined ? {} : { shipment_id: Number(shipmentId) }) };
}

/**
 * Prints documents for orders and shipments, each with all its documents one after the other. What is refused does not
 * hold up the rest.
 */
export async function printShipments(
  context: RequestContext,
  targets: readonly PrintTarget[],
  { documents: kinds, carrierFiles }: PrintChoice,
): Promise<ShipmentPrints> {
  const documentIds: number[] = [];
  const carrierShipmentIds: number[] = [];
  const failures: ShipmentPrints["failures"][number][] = [];
  const addFailure = (orderId: number, message: string | null) => {
    if (!failures.some((failure) => failure.order_id === orderId && failure.message === message))
      failures.push({ order_id: orderId, message });
  };
  for (const target of targets) {
    const shipments = await loadShipments(context, target, carrierFiles.length > 0);
    if (typeof shipments === "string") {
      addFailure(target.order_id, shipments);
      continue;
    }
    for (const documentTarget of toDocumentTargets(target, shipments))
      for (const kind of kinds) {
        const printed = await printDocuments(context, [documentTarget], kind);
        documentIds.push(...printed.documents.map(({ id }) => id));
        for (const { message } of printed.failures) addFailure(target.order_id, message);
      }
    const known = shipments.filter(({ carrier_order: order }) => order?.status === "created");
    if (carrierFiles.length === 0) continue;
    carrierShipmentIds.push(...known.map(({ id }) => id));
    if (known.length === 0 || known.length < shipments.length) addFailure(target.order_id, null);
  }
  return { documentIds, carrierFiles, carrierShipmentIds, failures };
}

type PrintedShipment = Pick<OrderShipments["shipments"][number], "id" | "status" | "carrier_order">;

/** Loads the shipments that a target means. @returns why they cannot be loaded, if the API refuses it */
async function loadShipments(
  requestContext: RequestContext,
  { order_id: orderId, shipment_id: shipmentId }: PrintTarget,
  needsCarrier: boolean,
): Promise<readonly PrintedShipment[] | string> {
  if (shipmentId !== undefined && !needsCarrier) return [];
  const { call } = requestContext;
  try {
    if (shipmentId !== undefined) return [await call<Shipment>(`shipments/${shipmentId}`)];
    const { shipments } = await call<OrderShipments>(`orders/${orderId}/shipments`);
    return shipments.filter(({ status }) => status !== "canceled");
  } catch (error) {
    return getRefusalMessage(error, requestContext, [404]);
  }
}

/** An order that leaves in several shipments has documents for each of them. */
function toDocumentTargets(target: PrintTarget, shipments: readonly PrintedShipment[]): readonly PrintTarget[] {
  if (target.shipment_id !== undefined || shipments.length < 2) return [target];
  return shipments.map(({ id }) => ({ order_id: target.order_id, shipment_id: id }));
}
