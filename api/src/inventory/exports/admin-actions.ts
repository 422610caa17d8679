import { createExportAction } from "../../staff/exports/export-action.ts";
import { movementListExport } from "./movement-list-export.ts";

/** Allows the download of the movements of the stock as a CSV file. */
export const exportStockMovements = createExportAction(movementListExport);
