import { type Db, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { type Cart, type NextOrderRequest, refusals } from "./schema.ts";
import { type CartAt, showCart } from "./service.ts";
import { quantities, lockCart } from "./sql.ts";
import { asideQuantities, type Pieces, putAside, putInCart } from "./set-aside-sql.ts";

/**
 * Says which pieces wait for the next order; everything else of the cart and of what waited is ordered now, so that the
 * same call once more changes nothing, and an empty list brings all back.
 * Refuses `cart_split_changed` where the cart has no such pieces, `cart_split_empty` where nothing were left to order.
 */
export async function setAside(db: Db, request: NextOrderRequest, at: CartAt): Promise<Cart> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, at.customerId, at.now);
    const [held, aside] = [await quantities(tx, at.customerId), await asideQuantities(tx, at.customerId)];
    const later = new Map(request.lines.map((line) => [`${line.product_id}_${line.option_id}`, line.qty]));
    const every = new Set([...held.keys(), ...aside.keys()]);
    const now: Pieces[] = [];
    for (const id of every) {
      const qty = (held.get(id) ?? 0) + (aside.get(id) ?? 0) - (later.get(id) ?? 0);
      if (qty < 0) throw refuse(refusals, "cart_split_changed");
      now.push(piecesOf(id, qty));
    }
    if ([...later.keys()].some((id) => !every.has(id))) throw refuse(refusals, "cart_split_changed");
    if (later.size > 0 && now.every(({ qty }) => qty === 0)) throw refuse(refusals, "cart_split_empty");
    await putInCart(tx, at.customerId, now);
    await putAside(
      tx,
      at.customerId,
      [...later].map(([id, qty]) => piecesOf(id, qty)),
    );
  });
  return showCart(db, at);
}

function piecesOf(cartId: string, qty: number): Pieces {
  const [productId = 0, optionId = 0] = cartId.split("_").map(Number);
  return { productId, optionId, qty };
}
