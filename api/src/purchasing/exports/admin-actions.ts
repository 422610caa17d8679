import { createExportAction } from "../../staff/exports/export-action.ts";
import { purchaseOrderListExport, reorderListExport, supplierListExport } from "./purchasing-list-exports.ts";

/** Allows the download of the orders from suppliers as a CSV file. */
export const exportPurchaseOrders = createExportAction(purchaseOrderListExport);

/** Allows the download of the suppliers as a CSV file. */
export const exportSuppliers = createExportAction(supplierListExport);

/** Allows the download of what to order as a CSV file. */
export const exportReorder = createExportAction(reorderListExport);
