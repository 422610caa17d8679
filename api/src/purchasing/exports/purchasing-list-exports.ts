import { z } from "zod";
import { getSetting } from "../../platform/settings/settings.ts";
import type { Db } from "../../platform/db/database.ts";
import { defineListExport, type ExportColumns, type ExportReader, readPages } from "../../staff/exports/list-export.ts";
import { purchaseOrderListQuery } from "../purchase-orders/admin-schema.ts";
import { getPurchaseOrderTotal } from "../purchase-orders/purchase-orders.ts";
import {
  countListedPurchaseOrders,
  listPurchaseOrders,
  type PurchaseOrderListRow,
} from "../purchase-orders/query-sql.ts";
import { reorderQuery } from "../reorder/admin-schema.ts";
import { listSuggestions, type SuggestionRow } from "../reorder/sql.ts";
import { coverDays, defaultLeadDays } from "../settings.ts";
import type { ListedSupplier } from "../suppliers/admin-schema.ts";
import { listSuppliers } from "../suppliers/sql.ts";

/** More variants than a store has. */
const ALL_SUGGESTIONS = 1_000_000;
const permission = "inventory:write";

const purchaseOrderColumns: ExportColumns<
  "number" | "supplier" | "status" | "dates" | "pieces" | "total",
  PurchaseOrderListRow
> = {
  number: [{ name: "purchase_order", getValue: ({ id }) => id }],
  supplier: [{ name: "supplier", getValue: (row) => row.supplier_name }],
  status: [{ name: "status", getValue: ({ status }) => status }],
  dates: [
    { name: "created_at", getValue: (row) => row.created_at.toISOString() },
    { name: "ordered_at", getValue: (row) => row.ordered_at?.toISOString() },
    { name: "expected_on", getValue: (row) => row.expected_on },
  ],
  pieces: [
    { name: "lines", getValue: ({ lines }) => lines },
    { name: "quantity", getValue: ({ quantity }) => quantity },
    { name: "received", getValue: ({ received }) => received },
  ],
  total: [
    { name: "total", getValue: getPurchaseOrderTotal },
    { name: "currency", getValue: ({ currency }) => currency },
  ],
};

/** The orders from suppliers of a view. */
export const purchaseOrderListExport = defineListExport({
  ...{ name: "purchase-orders", record: "purchase_order", permission, columns: purchaseOrderColumns },
  query: purchaseOrderListQuery.omit({ after: true, limit: true }),
  count: countListedPurchaseOrders,
  readBatches: (db, query, { batchSize }) =>
    readPages<PurchaseOrderListRow>(
      (last, limit) => listPurchaseOrders(db, { ...query, limit, ...(last ? { after: last.id } : {}) }),
      batchSize,
    ),
});

const supplierColumns: ExportColumns<"name" | "terms" | "figures", ListedSupplier> = {
  name: [
    { name: "supplier", getValue: ({ name }) => name },
    { name: "is_active", getValue: (row) => row.is_active },
  ],
  terms: [
    { name: "currency", getValue: ({ currency }) => currency },
    { name: "lead_days", getValue: (row) => row.lead_days },
  ],
  figures: [
    { name: "orders", getValue: ({ orders }) => orders },
    { name: "average_days", getValue: (row) => row.average_days },
    { name: "missing_percent", getValue: (row) => row.missing_percent },
  ],
};

/** The suppliers with the figures of their orders, without their contacts. */
export const supplierListExport = defineListExport({
  ...{ name: "suppliers", record: "supplier", permission, query: z.object({}), columns: supplierColumns },
  count: async (db, _query, { now }) => (await listSuppliers(db, now)).length,
  async *readBatches(db, _query, { now }) {
    yield await listSuppliers(db, now);
  },
});

const suggestionColumns: ExportColumns<"product" | "stock" | "sales" | "order", SuggestionRow> = {
  product: [
    { name: "reference", getValue: ({ reference }) => reference },
    { name: "product", getValue: ({ name }) => name },
    { name: "option", getValue: (row) => row.option_name },
  ],
  stock: [
    { name: "available", getValue: ({ available }) => available },
    { name: "incoming", getValue: ({ incoming }) => incoming },
    { name: "waiting_customers", getValue: (row) => row.waiting_customers },
  ],
  sales: [
    { name: "sold", getValue: ({ sold }) => sold },
    { name: "days_left", getValue: (row) => row.days_left },
  ],
  order: [
    { name: "quantity", getValue: ({ quantity }) => quantity },
    { name: "lead_days", getValue: (row) => row.lead_days },
    { name: "supplier", getValue: (row) => row.supplier_name },
  ],
};

async function listAllSuggestions(
  db: Db,
  { supplier }: Readonly<{ supplier?: number | undefined }>,
  { locale, now }: ExportReader,
): Promise<SuggestionRow[]> {
  const [days, leadDays] = await Promise.all([getSetting(db, coverDays), getSetting(db, defaultLeadDays)]);
  return listSuggestions(db, {
    ...{ supplierId: supplier ?? null, limit: ALL_SUGGESTIONS, coverDays: days, defaultLeadDays: leadDays },
    ...{ locale, now },
  });
}

/** What to order from suppliers, the most urgent first. */
export const reorderListExport = defineListExport({
  ...{ name: "reorder", record: "reorder", permission, query: reorderQuery.omit({ limit: true }) },
  columns: suggestionColumns,
  count: async (db, query, reader) => (await listAllSuggestions(db, query, reader)).length,
  async *readBatches(db, query, reader) {
    yield await listAllSuggestions(db, query, reader);
  },
});
