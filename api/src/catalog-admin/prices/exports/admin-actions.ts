import { createExportAction } from "../../../staff/exports/export-action.ts";
import { priceListExport } from "./price-list-export.ts";

/** Allows the download of prices as a CSV file. */
export const exportPrices = createExportAction(priceListExport);
