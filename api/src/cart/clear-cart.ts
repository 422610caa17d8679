import type { Tx } from "../platform/db/database.ts";
import { restoreSavedLines } from "./saved-for-later/sql.ts";
import { type CartRow, emptyCart } from "./sql.ts";

/** Empties a cart after its order was placed; lines saved for the next order move into it. */
export async function clearCart(db: Tx, customerId: number, row: CartRow | undefined): Promise<void> {
  await emptyCart(db, customerId);
  if (row?.has_saved_items) await restoreSavedLines(db, customerId);
}
