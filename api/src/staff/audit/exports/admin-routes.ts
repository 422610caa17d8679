import type { AdminApi } from "../../admin-endpoint.ts";
import { addExportRoutes } from "../../exports/export-endpoints.ts";
import { exportAuditLog } from "./admin-actions.ts";
import { auditListExport } from "./audit-list-export.ts";

/** Endpoints by which staff download the list of audit entries. */
export function auditExportRoutes(api: AdminApi): void {
  addExportRoutes(api, auditListExport, exportAuditLog);
}
