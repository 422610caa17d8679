import type { AdminApi } from "../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../staff/exports/export-endpoints.ts";
import { exportCatalog } from "./admin-actions.ts";
import { catalogExport } from "./catalog-export.ts";

/** Endpoints by which staff download the catalog as a file that an import reads. */
export function catalogExportRoutes(api: AdminApi): void {
  addExportRoutes(api, catalogExport, exportCatalog);
}
