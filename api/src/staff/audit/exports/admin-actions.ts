import { createExportAction } from "../../exports/export-action.ts";
import { auditListExport } from "./audit-list-export.ts";

/** Allows the download of the list of audit entries as a CSV file. */
export const exportAuditLog = createExportAction(auditListExport);
