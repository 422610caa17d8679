import type { AdminApi } from "../../staff/admin-endpoint.ts";
import { addExportRoutes } from "../../staff/exports/export-endpoints.ts";
import { exportProducts, exportTranslations } from "./admin-actions.ts";
import { productListExport } from "./product-list-export.ts";
import { translationListExport } from "./translation-list-export.ts";

/** Endpoints by which staff download the lists of products and of texts to be translated. */
export function productExportRoutes(api: AdminApi): void {
  addExportRoutes(api, productListExport, exportProducts);
  addExportRoutes(api, translationListExport, exportTranslations);
}
