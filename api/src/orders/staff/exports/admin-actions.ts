import { createExportAction } from "../../../staff/exports/export-action.ts";
import { orderListExport } from "./order-list-export.ts";

/** Allows the download of the list of orders as a CSV file. */
export const exportOrders = createExportAction(orderListExport);
