import { toMajorUnits } from "../../money/currency.ts";
import { defineListExport, type ExportColumns, readPages } from "../../staff/exports/list-export.ts";
import { type ReturnExportColumn, returnListQuery } from "../admin-schema.ts";
import { countReturns, listReturns, type ReturnListRow } from "../admin-sql.ts";

const columns: ExportColumns<ReturnExportColumn, ReturnListRow> = {
  number: [{ name: "return", getValue: ({ id }) => id }],
  requested: [{ name: "requested_at", getValue: (row) => row.requested_at.toISOString() }],
  order: [
    { name: "order", getValue: (row) => row.order_id },
    { name: "replacement_order", getValue: (row) => row.replacement_order_id },
  ],
  customer: [{ name: "customer", getValue: (row) => row.customer_name, personal: "name" }],
  goods: [
    { name: "product", getValue: ({ product }) => product },
    { name: "other_lines", getValue: ({ lines }) => lines - 1 },
    { name: "pieces", getValue: ({ pieces }) => pieces },
  ],
  reason: [
    { name: "kind", getValue: ({ kind }) => kind },
    { name: "reason", getValue: ({ reason }) => reason },
  ],
  value: [
    { name: "value", getValue: (row) => toMajorUnits(row.value_minor, { minorDigits: row.minor_digits }) },
    { name: "currency", getValue: ({ currency }) => currency },
  ],
  status: [
    { name: "status", getValue: ({ status }) => status },
    { name: "outcome", getValue: ({ outcome }) => outcome },
    { name: "changed_at", getValue: (row) => row.changed_at.toISOString() },
  ],
};

/** The list of returns, exchanges and claims. */
export const returnListExport = defineListExport({
  name: "returns",
  record: "return",
  permission: "orders:read",
  query: returnListQuery.omit({ after: true, limit: true }),
  columns,
  count: (db, { order_id: orderId, ...filter }) => countReturns(db, { ...filter, orderId }, { max: null }),
  readBatches: (db, { order_id: orderId, sort, ...filter }, { batchSize }) =>
    readPages<ReturnListRow>(
      (last, limit) =>
        listReturns(
          db,
          { ...filter, orderId },
          {
            isAscending: sort === "requested_asc",
            after: last && { micros: last.requested_micros, id: last.id },
            limit,
          },
        ),
      batchSize,
    ),
});
