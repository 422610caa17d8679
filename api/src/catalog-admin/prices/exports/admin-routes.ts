import type { AdminApi } from "../../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../../staff/exports/export-endpoints.ts";
import type { exportPrices } from "./admin-actions.ts";
import type { priceListExport } from "./price-list-export.ts";

/**
 * Endpoints by which staff download prices.
 * @param list what is downloaded, which not every file with endpoints loads
 */
export const priceExportRoutes = (list: typeof priceListExport, action: typeof exportPrices) => (api: AdminApi) =>
  addExportRoutes(api, list, action);
