import type { AdminApi } from "../../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../../staff/exports/export-endpoints.ts";
import { exportShipments } from "./admin-actions.ts";
import { shipmentListExport } from "./shipment-list-export.ts";

/** Endpoints by which staff download the list of shipments. */
export function shipmentExportRoutes(api: AdminApi): void {
  addExportRoutes(api, shipmentListExport, exportShipments);
}
