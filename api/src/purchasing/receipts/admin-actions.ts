import { isDeepStrictEqual } from "node:util";
import { addStock, lockStock } from "../../catalog/products/stock.ts";
import type { Tx } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { idParams } from "../../platform/http/id-params.ts";
import { adminAction } from "../../staff/admin-action.ts";
import { refusals as staffRefusals } from "../../staff/admin-schema.ts";
import { requireOrder } from "../purchase-orders/admin-actions.ts";
import { getAverageCost } from "./average-cost.ts";
import {
  type AverageCost,
  receiveRequest,
  type ReceivedPurchaseOrder,
  refusals,
  undoReceiptRequest,
} from "../purchase-orders/admin-schema.ts";
import {
  addReceived,
  deleteCosts,
  listLines,
  listStocks,
  type PurchaseOrderLineRow,
  saveCosts,
  updatePurchaseOrder,
  type VariantStockRow,
} from "../purchase-orders/sql.ts";

/** Pieces of a line that arrived at once, and the line before. */
type Arrival = Readonly<{ pieces: number; damaged: number; row: PurchaseOrderLineRow }>;

/** Receives pieces of an order: they go to stock, and the average cost of their variants changes. */
export const receivePurchaseOrder = adminAction({
  name: "purchase_order.received",
  permission: "inventory:write",
  params: idParams,
  input: receiveRequest,
  subject: ({ id }) => ({ kind: "purchase_order", id }),
  stepUp: () => false,
  run: async (tx, { id }, { lines: received, reason }, { actor, now }) => {
    const order = await requireOrder(tx, id);
    if (order.status !== "ordered" && order.status !== "partly_received")
      throw refuse(refusals, "purchase_order_closed");
    const lines = await listLines(tx, id);
    const arrivals = received.map((one) => ({ ...one, row: requireLine(lines, one) }));
    const getStock = await lockStocks(tx, arrivals);
    const stocked = arrivals.filter(({ pieces }) => pieces > 0);
    await addReceived(tx, id, received);
    await addStock(tx, stocked.map(toStockItem), { kind: "receipt", purchaseOrderId: id, reason, actor });
    const getCostAfter = ({ pieces, row }: Arrival): AverageCost => {
      const before = getStock(row);
      if (pieces === 0) return getKnownCost(before);
      const { currency } = order;
      return { cost_minor: getAverageCost(before, { pieces, cost: row.unit_cost_minor, currency }), currency };
    };
    await saveCosts(
      tx,
      stocked.flatMap((arrival) => toVariantCost(arrival.row, getCostAfter(arrival))),
      now,
    );
    const linesNow = await listLines(tx, id);
    const status = linesNow.every(({ quantity, received: all }) => all === quantity) ? "received" : "partly_received";
    await updatePurchaseOrder(tx, id, { status, closed_at: status === "received" ? now : null });
    const result: ReceivedPurchaseOrder = {
      ...{ id, status, status_before: order.status },
      lines: arrivals.map((arrival) => ({
        ...{ line: arrival.line, pieces: arrival.pieces, damaged: arrival.damaged },
        cost_before: getKnownCost(getStock(arrival.row)),
        cost_after: getCostAfter(arrival),
      })),
    };
    return { result, changes: [{ field: "received", from: sumReceived(lines), to: sumReceived(linesNow) }] };
  },
  inverse: ({ params: { id }, result: { status, lines } }) => ({
    action: "purchase_order.receipt_undone",
    params: { id: String(id) },
    input: { status, lines },
  }),
});

/**
 * Takes back what was received at once, unless orders have taken the pieces or the status has changed since. A cost that
 * has changed since stays.
 */
export const undoReceipt = adminAction({
  name: "purchase_order.receipt_undone",
  permission: "inventory:write",
  params: idParams,
  input: undoReceiptRequest,
  subject: ({ id }) => ({ kind: "purchase_order", id }),
  stepUp: () => false,
  run: async (tx, { id }, { status, lines: receipt }, { actor, now }) => {
    const order = await requireOrder(tx, id, status);
    const lines = await listLines(tx, id);
    const arrivals = receipt.map((one) => ({ ...one, row: findLine(lines, one.line) }));
    if (arrivals.some(({ pieces, damaged, row }) => row.received < pieces + damaged || row.damaged < damaged))
      throw refuse(staffRefusals, "state_changed", { data: { current: order.status } });
    const getStock = await lockStocks(tx, arrivals);
    for (const { row, pieces } of arrivals) {
      const { available } = getStock(row);
      if (available < pieces) throw refuse(refusals, "not_enough_available", { params: { count: available } });
    }
    const stocked = arrivals.filter(({ pieces }) => pieces > 0);
    const toNegative = ({ pieces, damaged, ...one }: Arrival) => ({ ...one, pieces: -pieces, damaged: -damaged });
    await addReceived(
      tx,
      id,
      arrivals.map((arrival) => ({ ...toNegative(arrival), line: arrival.line })),
    );
    await addStock(
      tx,
      stocked.map((arrival) => toStockItem(toNegative(arrival))),
      { kind: "correction", purchaseOrderId: id, actor },
    );
    const restored = stocked.filter(({ row, cost_after: cost }) =>
      isDeepStrictEqual(getKnownCost(getStock(row)), cost),
    );
    await saveCosts(
      tx,
      restored.flatMap(({ row, cost_before: cost }) => toVariantCost(row, cost)),
      now,
    );
    await deleteCosts(
      tx,
      restored.filter(({ cost_before: cost }) => cost === null).map(({ row }) => row),
    );
    const linesNow = await listLines(tx, id);
    // Other pieces may have arrived since.
    const statusNow = sumReceived(linesNow) > 0 ? "partly_received" : "ordered";
    await updatePurchaseOrder(tx, id, { status: statusNow, closed_at: null });
    const result: ReceivedPurchaseOrder = { id, status: statusNow, status_before: status, lines: receipt };
    return { result, changes: [{ field: "received", from: sumReceived(lines), to: sumReceived(linesNow) }] };
  },
  inverse: null,
});

type VariantKey = Pick<PurchaseOrderLineRow, "product_id" | "option_id">;

/**
 * Locks the stock of the variants that arrived.
 * @returns a function that returns how much there is of one of them
 * @throws Refusal `variant_not_found`
 */
async function lockStocks(tx: Tx, arrivals: readonly Arrival[]): Promise<(variant: VariantKey) => VariantStockRow> {
  await lockStock(tx, arrivals.map(toStockItem));
  const stocks = await listStocks(
    tx,
    arrivals.map(({ row }) => row),
  );
  const byVariant = new Map(stocks.map((stock) => [getVariantKey(stock), stock]));
  return (variant) => {
    const stock = byVariant.get(getVariantKey(variant));
    if (!stock) throw refuse(refusals, "variant_not_found");
    return stock;
  };
}

const getVariantKey = ({ product_id, option_id }: VariantKey) => `${product_id} ${option_id}`;

function getKnownCost({ cost_minor, currency }: VariantStockRow): AverageCost {
  return cost_minor === null || currency === null ? null : { cost_minor, currency };
}

/** Returns the cost of a variant as it is stored; nothing if it is not known. */
const toVariantCost = ({ product_id, option_id }: VariantKey, cost: AverageCost) =>
  cost ? [{ product_id, option_id, ...cost }] : [];

const toStockItem = ({ row: { product_id, option_id }, pieces }: Pick<Arrival, "row" | "pieces">) => ({
  productId: product_id,
  optionId: option_id,
  qty: pieces,
});

const sumReceived = (lines: readonly PurchaseOrderLineRow[]) => lines.reduce((sum, { received }) => sum + received, 0);

/** Returns a line of which so many pieces are expected. @throws Refusal `more_than_ordered`, `variant_not_found` */
function requireLine(
  lines: readonly PurchaseOrderLineRow[],
  { line, pieces, damaged }: Pick<Arrival, "pieces" | "damaged"> & { line: number },
): PurchaseOrderLineRow {
  const row = findLine(lines, line);
  const left = row.quantity - row.received;
  if (pieces + damaged > left) throw refuse(refusals, "more_than_ordered", { params: { count: left }, data: { line } });
  return row;
}

function findLine(lines: readonly PurchaseOrderLineRow[], number: number): PurchaseOrderLineRow {
  const line = lines.find((one) => one.line === number);
  if (!line) throw refuse(refusals, "variant_not_found");
  return line;
}
