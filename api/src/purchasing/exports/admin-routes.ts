import type { AdminApi } from "../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../staff/exports/export-endpoints.ts";
import { exportPurchaseOrders, exportReorder, exportSuppliers } from "./admin-actions.ts";
import { purchaseOrderListExport, reorderListExport, supplierListExport } from "./purchasing-list-exports.ts";

/** Endpoints by which staff download the lists about orders from suppliers. */
export function purchasingExportRoutes(api: AdminApi): void {
  addExportRoutes(api, purchaseOrderListExport, exportPurchaseOrders);
  addExportRoutes(api, supplierListExport, exportSuppliers);
  addExportRoutes(api, reorderListExport, exportReorder);
}
