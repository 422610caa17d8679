import { createExportAction } from "../../staff/exports/export-action.ts";
import { paymentListExport } from "./payment-list-export.ts";

/** Allows the download of the list of payments as a CSV file. */
export const exportPayments = createExportAction(paymentListExport);
