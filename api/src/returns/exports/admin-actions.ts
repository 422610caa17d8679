import { createExportAction } from "../../staff/exports/export-action.ts";
import { returnListExport } from "./return-list-export.ts";

/** Allows the download of the list of returns, exchanges and claims as a CSV file. */
export const exportReturns = createExportAction(returnListExport);
