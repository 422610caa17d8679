import { createExportAction } from "../../staff/exports/export-action.ts";
import { productListExport } from "./product-list-export.ts";

/** Allows the download of the list of products as a CSV file. */
export const exportProducts = createExportAction(productListExport);
