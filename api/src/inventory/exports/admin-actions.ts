import { createExportAction } from "../../staff/exports/export-action.ts";
import { stockCountLineListExport, stockCountListExport } from "./count-list-exports.ts";
import { movementListExport } from "./movement-list-export.ts";

/** Allows the download of the movements of the stock as a CSV file. */
export const exportStockMovements = createExportAction(movementListExport);

/** Allows the download of the counts of the shelves as a CSV file. */
export const exportStockCounts = createExportAction(stockCountListExport);

/** Allows the download of the lines of a count of the shelves as a CSV file. */
export const exportStockCountLines = createExportAction(stockCountLineListExport);
