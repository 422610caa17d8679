import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { type NextOrderRequest, refusals } from "../schema.ts";
import type { CartContext } from "../context.ts";
import { getCartQuantities, lockCart } from "../sql.ts";
import { getSavedQuantities, type LineQuantity, replaceSavedLines, setCartQuantities } from "./sql.ts";

/**
 * Chooses which pieces are saved for the next order; everything else, in the cart or saved before, is ordered now.
 * Idempotent; an empty list moves everything back.
 * @throws refusals `cart_split_changed` if the cart has no such pieces, `cart_split_empty` if nothing would be left to
 * order
 */
export async function saveForLater(db: Db, request: NextOrderRequest, context: CartContext): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    const [cartQuantities, savedQuantities] = [
      await getCartQuantities(tx, context.customerId),
      await getSavedQuantities(tx, context.customerId),
    ];
    const requestedQuantities = new Map(
      request.lines.map((line) => [`${line.product_id}_${line.option_id}`, line.qty]),
    );
    const allIds = new Set([...cartQuantities.keys(), ...savedQuantities.keys()]);
    const remainingLines: LineQuantity[] = [];
    for (const id of allIds) {
      const qty = (cartQuantities.get(id) ?? 0) + (savedQuantities.get(id) ?? 0) - (requestedQuantities.get(id) ?? 0);
      if (qty < 0) throw refuse(refusals, "cart_split_changed");
      remainingLines.push(toLineQuantity(id, qty));
    }
    if ([...requestedQuantities.keys()].some((id) => !allIds.has(id))) throw refuse(refusals, "cart_split_changed");
    if (requestedQuantities.size > 0 && remainingLines.every(({ qty }) => qty === 0))
      throw refuse(refusals, "cart_split_empty");
    await setCartQuantities(tx, context.customerId, remainingLines);
    await replaceSavedLines(
      tx,
      context.customerId,
      [...requestedQuantities].map(([id, qty]) => toLineQuantity(id, qty)),
    );
  });
}

function toLineQuantity(cartId: string, qty: number): LineQuantity {
  const [productId = 0, optionId = 0] = cartId.split("_").map(Number);
  return { productId, optionId, qty };
}
