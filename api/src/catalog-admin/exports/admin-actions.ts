import { createExportAction } from "../../staff/exports/export-action.ts";
import { productListExport } from "./product-list-export.ts";
import { translationListExport } from "./translation-list-export.ts";

/** Allows the download of the list of products as a CSV file. */
export const exportProducts = createExportAction(productListExport);

/** Allows the download of the texts that need a translator as a CSV file. */
export const exportTranslations = createExportAction(translationListExport);
