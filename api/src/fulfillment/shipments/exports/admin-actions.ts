import { createExportAction } from "../../../staff/exports/export-action.ts";
import { shipmentListExport } from "./shipment-list-export.ts";

/** Allows the download of the list of shipments as a CSV file. */
export const exportShipments = createExportAction(shipmentListExport);
