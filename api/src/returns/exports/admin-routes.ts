import type { AdminApi } from "../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../staff/exports/export-endpoints.ts";
import { exportReturns } from "./admin-actions.ts";
import { returnListExport } from "./return-list-export.ts";

/** Endpoints by which staff download the list of returns, exchanges and claims. */
export function returnExportRoutes(api: AdminApi): void {
  addExportRoutes(api, returnListExport, exportReturns);
}
