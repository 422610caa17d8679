import { toMajorUnits } from "../../money/currency.ts";
import { MAX_EXPORT_ROWS } from "../../staff/exports/admin-schema.ts";
import { defineListExport, type ExportColumns, readPages } from "../../staff/exports/list-export.ts";
import { type PaymentExportColumn, paymentListQuery } from "../admin-schema.ts";
import { countPayments, type ListedPaymentRow, listPayments } from "../admin-sql.ts";

const columns: ExportColumns<PaymentExportColumn, ListedPaymentRow> = {
  order: [
    { name: "order", getValue: (row) => row.order_id },
    { name: "payment", getValue: ({ id }) => id },
  ],
  created: [
    { name: "created_at", getValue: (row) => row.created_at.toISOString() },
    { name: "paid_at", getValue: (row) => row.paid_at?.toISOString() },
  ],
  method: [
    { name: "method", getValue: ({ method }) => method },
    { name: "provider", getValue: ({ provider }) => provider },
  ],
  amount: [
    { name: "amount", getValue: (row) => toAmount(row.amount_minor, row) },
    { name: "refunded", getValue: (row) => toAmount(getRefundedMinor(row), row) },
    { name: "currency", getValue: ({ currency }) => currency },
  ],
  status: [{ name: "status", getValue: ({ status }) => status }],
  events: [
    { name: "attempts", getValue: ({ attempts }) => attempts.length },
    { name: "last_decline_reason", getValue: ({ attempts }) => attempts.at(-1)?.decline_reason },
    {
      name: "failed_refunds",
      getValue: ({ refunds }) => refunds.filter((refund) => refund.status === "failed" && !refund.is_retried).length,
    },
    {
      name: "differences",
      getValue: ({ differences }) => differences.map(({ finding }) => finding).join(", "),
    },
  ],
};

/** The list of payments. */
export const paymentListExport = defineListExport({
  name: "payments",
  record: "payment",
  permission: "payments:read",
  query: paymentListQuery.omit({ after: true, limit: true }),
  columns,
  count: (db, query) => countPayments(db, query, MAX_EXPORT_ROWS + 1),
  readBatches: (db, query, { batchSize }) =>
    readPages<ListedPaymentRow>(
      (last, limit) =>
        listPayments(db, { ...query, limit }, last ? { micros: last.created_micros, id: last.id } : null),
      batchSize,
    ),
});

function toAmount(minor: number, { minor_digits: minorDigits }: ListedPaymentRow): number {
  return toMajorUnits(minor, { minorDigits });
}

function getRefundedMinor({ refunds }: ListedPaymentRow): number {
  return refunds.reduce((sum, refund) => sum + (refund.status === "succeeded" ? refund.amount_minor : 0), 0);
}
