import type { AdminApi } from "../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../staff/exports/export-endpoints.ts";
import { exportStockMovements } from "./admin-actions.ts";
import { movementListExport } from "./movement-list-export.ts";

/** Endpoints by which staff download the movements of the stock. */
export function movementExportRoutes(api: AdminApi): void {
  addExportRoutes(api, movementListExport, exportStockMovements);
}
