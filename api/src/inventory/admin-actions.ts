import { z } from "zod";
import { addStock, type ManualMovementKind } from "../catalog/products/stock.ts";
import type { Tx } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { type ActionContext, type ActionOutcome, adminAction } from "../staff/admin-action.ts";
import {
  type ChangedStock,
  changeStockRequest,
  type ChangeStockRequest,
  refusals,
  undoStockChangeRequest,
} from "./admin-schema.ts";
import { lockStockLevel } from "./admin-sql.ts";

type Level = Readonly<{ available: number; committed: number }>;
type Change = Readonly<{
  product_id: number;
  option_id: number;
  kind: ManualMovementKind;
  reason: string;
  getQuantity: (level: Level) => number;
}>;

/** Receives, writes off or counts pieces of a variant (docs/domain/inventory.md). */
export const changeStock = adminAction({
  name: "stock.changed",
  permission: "inventory:write",
  params: z.object({}),
  input: changeStockRequest,
  subject: (_params, { product_id }: ChangedStock) => ({ kind: "product", id: product_id }),
  stepUp: () => false,
  run: async (tx, _params, input, context) =>
    applyChange(tx, { ...input, getQuantity: (level) => getQuantity(input, level) }, context),
  inverse: ({ input: { product_id, option_id }, result: { quantity } }) => ({
    action: "stock.change_undone",
    params: {},
    input: { product_id, option_id, quantity: -quantity },
  }),
});

/** Takes back a change of the stock, with a movement in the other direction. */
export const undoStockChange = adminAction({
  name: "stock.change_undone",
  permission: "inventory:write",
  params: z.object({}),
  input: undoStockChangeRequest,
  subject: (_params, { product_id }: ChangedStock) => ({ kind: "product", id: product_id }),
  stepUp: () => false,
  run: async (tx, _params, { quantity, ...variant }, context) =>
    applyChange(tx, { ...variant, kind: "correction", reason: "", getQuantity: () => quantity }, context),
  inverse: null,
});

/** Returns by how many pieces a request changes what is available; a count is of all pieces on the shelf. */
function getQuantity({ kind, pieces }: ChangeStockRequest, { available, committed }: Level): number {
  if (kind === "count") return pieces - available - committed;
  return kind === "write_off" ? -pieces : pieces;
}

/** @throws Refusal `variant_not_found`; `not_enough_available` if orders have taken the pieces */
async function applyChange(
  tx: Tx,
  { kind, reason, getQuantity: getChange, ...variant }: Change,
  { actor }: ActionContext,
): Promise<ActionOutcome<ChangedStock>> {
  const level = await lockStockLevel(tx, variant);
  if (!level) throw refuse(refusals, "variant_not_found");
  const quantity = getChange(level);
  const available = level.available + quantity;
  if (available < 0)
    throw refuse(refusals, "not_enough_available", { params: { count: level.available }, data: level });
  const { committed } = level;
  const result = { product_id: variant.product_id, quantity, available, committed, on_hand: available + committed };
  if (quantity === 0) return { result, changes: null };
  const item = { productId: variant.product_id, optionId: variant.option_id, qty: quantity };
  await addStock(tx, [item], { kind, reason, actor });
  const field = variant.option_id === 0 ? "stock" : `stock_${variant.option_id}`;
  return { result, changes: [{ field, from: level.available, to: available }] };
}
