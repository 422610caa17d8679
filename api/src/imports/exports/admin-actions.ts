import { createExportAction } from "../../staff/exports/export-action.ts";
import { catalogExport } from "./catalog-export.ts";

/** Allows the download of the catalog as a file that an import reads. */
export const exportCatalog = createExportAction(catalogExport);
