import { type AdminApi, adminEndpoint } from "../../staff/admin-endpoint.ts";
import { refusals as shipmentRefusals } from "../shipments/schema.ts";
import { recordParcelEvent, removeParcelEvent } from "./admin-actions.ts";
import { recordedEvent } from "./admin-schema.ts";
import { refusals } from "./schema.ts";

const { shipment_not_found } = shipmentRefusals;
const { parcel_not_sent, parcel_event_not_found } = refusals;

/** Endpoints by which staff record what has happened to parcels (docs/domain/fulfillment.md#parcel-events). */
export function adminParcelRoutes(api: AdminApi): void {
  adminEndpoint(api, {
    method: "post",
    path: "/shipments/{id}/events",
    summary: "Record what has happened to a parcel; the customer is emailed about some events after 30 seconds",
    action: recordParcelEvent,
    response: recordedEvent,
    refusals: { shipment_not_found, parcel_not_sent },
  });
  adminEndpoint(api, {
    method: "delete",
    path: "/shipments/{id}/events/{kind}/{at}",
    summary: "Remove an event that staff have recorded",
    action: removeParcelEvent,
    response: recordedEvent,
    refusals: { shipment_not_found, parcel_event_not_found },
  });
}
