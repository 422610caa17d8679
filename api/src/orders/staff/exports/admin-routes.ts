import type { AdminApi } from "../../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../../staff/exports/export-endpoints.ts";
import { exportOrders } from "./admin-actions.ts";
import { orderListExport } from "./order-list-export.ts";

/** Endpoints by which staff download the list of orders. */
export function orderExportRoutes(api: AdminApi): void {
  addExportRoutes(api, orderListExport, exportOrders);
}
