import type { AdminApi } from "../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../staff/exports/export-endpoints.ts";
import { exportReviews, exportQuestions } from "./admin-actions.ts";
import { reviewListExport, questionListExport } from "./content-list-export.ts";

/** Endpoints by which staff download the list of reviews and of questions. */
export function contentExportRoutes(api: AdminApi): void {
  addExportRoutes(api, reviewListExport, exportReviews);
  addExportRoutes(api, questionListExport, exportQuestions);
}
