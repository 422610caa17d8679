import { listCharges } from "../../payments/refunds/refund-sql.ts";
import type { Db } from "../../platform/db/database.ts";
import { findRefundablePieces, type LockedReturn } from "../sql.ts";

/**
 * Lists the pieces of a return that came back, of a claim all of them, as far as they are not refunded. Nothing is left
 * to replace if all money of the order is refunded, or on its way back: such a refund may name no pieces.
 */
export async function listReplaceablePieces(
  db: Db,
  { id, order_id: orderId }: Pick<LockedReturn, "id" | "order_id">,
): Promise<readonly { line: number; quantity: number }[]> {
  const charges = await listCharges(db, orderId);
  if (charges.length > 0 && charges.every(({ left_minor }) => left_minor === 0)) return [];
  return (await findRefundablePieces(db, id))?.lines ?? [];
}
