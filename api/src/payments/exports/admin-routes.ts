import type { AdminApi } from "../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../staff/exports/export-endpoints.ts";
import { exportPayments } from "./admin-actions.ts";
import { paymentListExport } from "./payment-list-export.ts";

/** Endpoints by which staff download the list of payments. */
export function paymentExportRoutes(api: AdminApi): void {
  addExportRoutes(api, paymentListExport, exportPayments);
}
