import { defineListExport, type ExportColumns, readPages } from "../../../staff/exports/list-export.ts";
import { type ShipmentExportColumn, shipmentListQuery } from "../admin-schema.ts";
import { countShipments, type ListedShipmentRow, listShipments } from "../admin-sql.ts";

const columns: ExportColumns<ShipmentExportColumn, ListedShipmentRow> = {
  order: [
    { name: "order", getValue: (row) => row.order_id },
    { name: "shipment", getValue: ({ number }) => number },
  ],
  method: [
    { name: "country", getValue: ({ country }) => country },
    { name: "shipping_method", getValue: (row) => row.shipping_name },
  ],
  pieces: [{ name: "items", getValue: ({ pieces }) => pieces }],
  weight: [{ name: "weight_g", getValue: (row) => row.weight_g }],
  packed: [
    { name: "packed_at", getValue: (row) => row.packed_at?.toISOString() },
    { name: "packed_by", getValue: (row) => row.packed_by },
  ],
  tracking: [
    { name: "tracking_number", getValue: (row) => row.tracking_number },
    { name: "cdek_order", getValue: (row) => row.carrier_order?.status },
  ],
  status: [{ name: "status", getValue: ({ status }) => status }],
};

/** The shipments with a status. */
export const shipmentListExport = defineListExport({
  name: "shipments",
  record: "shipment",
  permission: "orders:fulfill",
  query: shipmentListQuery.omit({ after: true, limit: true }),
  columns,
  count: (db, { status }) => countShipments(db, status),
  readBatches: (db, { status }, { batchSize }) =>
    readPages<ListedShipmentRow>(
      (last, limit) => listShipments(db, { status, after: last && { micros: last.packed_micros, id: last.id }, limit }),
      batchSize,
    ),
});
