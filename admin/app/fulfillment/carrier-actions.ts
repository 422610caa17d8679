import type { CarrierOrder } from "@furoshiki/api/admin/fulfillment/carrier-orders";
import { ApiError, type RequestContext } from "../api-client/request-context.ts";

/** Why an order at the carrier was not created or canceled. */
export type CarrierFailure = Readonly<{ shipment_id: number; message: string }>;

/** Whether a shipment has this order at its carrier, or will have it. */
export function isCurrentOrder<T extends Pick<CarrierOrder, "status">>(
  order: T,
): order is T & { status: "requested" | "accepted" | "created" } {
  return ["requested", "accepted", "created"].includes(order.status);
}

/** The most labels that CDEK prints at once. */
export const MAX_LABELS = 100;

/** Returns the path of what CDEK prints for shipments, as one file. */
export function createCarrierFilePath(kind: "label" | "waybill", shipmentIds: readonly number[]): string {
  return `/v1/admin/carrier-files?kind=${kind}&shipment_ids=${shipmentIds.join(",")}`;
}

const methods = { register_carrier_order: "POST", cancel_carrier_order: "DELETE" } as const;
type CarrierIntent = keyof typeof methods;

/** Whether a form creates or cancels an order at the carrier. */
export function isCarrierIntent(intent: string): intent is CarrierIntent {
  return Object.hasOwn(methods, intent);
}

/** Creates or cancels the order of a shipment at its carrier. @returns why it was refused, or null */
export async function changeCarrierOrder(
  { call }: RequestContext,
  intent: CarrierIntent,
  shipmentId: number,
): Promise<CarrierFailure | null> {
  try {
    await call(`shipments/${shipmentId}/cdek-order`, { method: methods[intent], body: {} });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 404, 409, 422, 502].includes(error.status)) throw error;
    return { shipment_id: shipmentId, message: error.message };
  }
}
