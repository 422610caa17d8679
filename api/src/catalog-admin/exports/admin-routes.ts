import type { AdminApi } from "../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../staff/exports/export-endpoints.ts";
import { exportProducts } from "./admin-actions.ts";
import { productListExport } from "./product-list-export.ts";

/** Endpoints by which staff download the list of products. */
export function productExportRoutes(api: AdminApi): void {
  addExportRoutes(api, productListExport, exportProducts);
}
