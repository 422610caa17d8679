import type { CarrierOrder } from "@furoshiki/api/admin/fulfillment/carrier-orders";
import { getRefusalMessage } from "../api-client/form-errors.ts";
import type { RequestContext } from "../api-client/request-context.ts";

/** Why an order at the carrier was not created or canceled. */
export type CarrierFailure = Readonly<{ shipment_id: number; message: string }>;

/** Whether a shipment has this order at its carrier, or will have it. */
export function isCurrentOrder<T extends Pick<CarrierOrder, "status">>(
  order: T,
): order is T & { status: "requested" | "accepted" | "created" } {
  return ["requested", "accepted", "created"].includes(order.status);
}

/** The most shipments for which CDEK prints one file. */
export const MAX_CARRIER_FILE_SHIPMENTS = 100;

/** Returns the path of what CDEK prints for shipments, as one file. */
export function createCarrierFilePath(kind: "label" | "waybill", shipmentIds: readonly number[]): string {
  return `/v1/admin/carrier-files?kind=${kind}&shipment_ids=${shipmentIds.join(",")}`;
}

/** Returns the reasons of a carrier, each once: CDEK repeats those that concern several boxes or items. */
export function mergeErrors(errors: CarrierOrder["errors"]): CarrierOrder["errors"] {
  const isSame = (a: (typeof errors)[number], b: (typeof errors)[number]) =>
    a.code === b.code && a.message === b.message && a.field === b.field;
  return errors.filter((error, index) => errors.findIndex((other) => isSame(error, other)) === index);
}

const methods = { register_carrier_order: "POST", cancel_carrier_order: "DELETE" } as const;
type CarrierIntent = keyof typeof methods;

/** Whether a form creates or cancels an order at the carrier. */
export function isCarrierIntent(intent: string): intent is CarrierIntent {
  return Object.hasOwn(methods, intent);
}

/** Creates or cancels the order of a shipment at its carrier. @returns why it was refused, or null */
export async function changeCarrierOrder(
  requestContext: RequestContext,
  intent: CarrierIntent,
  shipmentId: number,
): Promise<CarrierFailure | null> {
  try {
    await requestContext.call(`shipments/${shipmentId}/cdek-order`, { method: methods[intent], body: {} });
    return null;
  } catch (error) {
    return { shipment_id: shipmentId, message: getRefusalMessage(error, requestContext, [404, 502]) };
  }
}
