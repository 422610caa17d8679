import { defineListExport, readPages } from "../../staff/exports/list-export.ts";
import { stockMovementListQuery } from "../admin-schema.ts";
import { countStockMovements, listStockMovements, type StockMovementRow } from "../admin-sql.ts";

/** The movements of the stock, newest first. */
export const movementListExport = defineListExport({
  name: "stock-movements",
  record: "stock_movement",
  permission: "products:read",
  query: stockMovementListQuery.omit({ after: true, limit: true }),
  columns: {
    at: [{ name: "at", getValue: (row: StockMovementRow) => row.at.toISOString() }],
    product: [
      { name: "reference", getValue: (row: StockMovementRow) => row.reference },
      { name: "product", getValue: (row: StockMovementRow) => row.name },
      { name: "option", getValue: (row: StockMovementRow) => row.option_name },
    ],
    kind: [{ name: "kind", getValue: (row: StockMovementRow) => row.kind }],
    quantity: [{ name: "quantity", getValue: (row: StockMovementRow) => row.quantity }],
    available: [{ name: "available_after", getValue: (row: StockMovementRow) => row.available_after }],
    reason: [
      { name: "order", getValue: (row: StockMovementRow) => row.order_id },
      { name: "purchase_order", getValue: (row: StockMovementRow) => row.purchase_order_id },
      { name: "reason", getValue: (row: StockMovementRow) => row.reason },
      { name: "actor", getValue: (row: StockMovementRow) => row.actor },
    ],
  },
  count: countStockMovements,
  readBatches: (db, query, { batchSize, locale }) =>
    readPages<StockMovementRow>(
      (last, limit) => listStockMovements(db, { ...query, limit, ...(last ? { after: last.id } : {}) }, locale),
      batchSize,
    ),
});
