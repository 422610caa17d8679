import type { AdminApi } from "../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../staff/exports/export-endpoints.ts";
import { exportStockCountLines, exportStockCounts, exportStockMovements } from "./admin-actions.ts";
import { stockCountLineListExport, stockCountListExport } from "./count-list-exports.ts";
import { movementListExport } from "./movement-list-export.ts";

/** Endpoints by which staff download the movements of the stock and the counts of the shelves. */
export function inventoryExportRoutes(api: AdminApi): void {
  addExportRoutes(api, movementListExport, exportStockMovements);
  addExportRoutes(api, stockCountListExport, exportStockCounts);
  addExportRoutes(api, stockCountLineListExport, exportStockCountLines);
}
