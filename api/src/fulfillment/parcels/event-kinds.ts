import { type ParcelEventKind, parcelEventKinds } from "./schema.ts";

/**
 * CDEK's statuses (API v2, "Order statuses") that customers understand. The others, such as those of warehouses on the
 * way, are shown to staff only. See docs/domain/fulfillment.md#parcel-events.
 */
const cdekKinds: Readonly<Record<string, ParcelEventKind>> = {
  RECEIVED_AT_SHIPMENT_WAREHOUSE: "accepted",
  IN_CUSTOMS_INTERNATIONAL: "export_customs",
  SHIPPED_TO_DESTINATION: "departed",
  IN_CUSTOMS_LOCAL: "customs",
  CUSTOMS_COMPLETE: "released",
  ACCEPTED_IN_RECIPIENT_CITY: "in_city",
  TAKEN_BY_COURIER: "out_for_delivery",
  ACCEPTED_AT_PICK_UP_POINT: "ready_for_pickup",
  POSTOMAT_POSTED: "ready_for_pickup",
  NOT_DELIVERED: "not_delivered",
  DELIVERED: "delivered",
  POSTOMAT_RECEIVED: "delivered",
};

/** Returns what a stored event means to the customer; undefined if nothing. Events of the store have their kind as code. */
export function getParcelEventKind(code: string): ParcelEventKind | undefined {
  return cdekKinds[code] ?? parcelEventKinds.find((kind) => kind === code);
}
