import type { Db } from "../../platform/db/database.ts";
import { findRefundablePieces } from "../sql.ts";

/**
 * Lists the pieces of a return that came back, of a claim all of them, as far as they are not refunded. Nothing is left
 * to replace if all money of the order is refunded, or on its way back: such a refund may name no pieces.
 */
export async function listReplaceablePieces(
  db: Db,
  returnId: number,
): Promise<readonly { line: number; quantity: number }[]> {
  const pieces = await findRefundablePieces(db, returnId);
  return pieces === undefined || pieces.is_everything_refunded ? [] : pieces.lines;
}
