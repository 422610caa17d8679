import { type Db, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import { getSetting } from "../../platform/settings/settings.ts";
import { resolveFaceValue } from "../../gift-cards/purchases/purchase-options.ts";
import type { GiftCardRequest } from "../../gift-cards/schema.ts";
import { maxGiftCardsInCart } from "../../gift-cards/settings.ts";
import { countGiftCardLines, deleteGiftCardLine, insertGiftCardLine } from "./sql.ts";
import { refusals } from "../schema.ts";
import type { CartContext } from "../context.ts";
import { lockCart } from "../sql.ts";

/**
 * Adds a gift card to the cart.
 * @throws refusals of `resolveFaceValue`, and `cart_certificates_full`
 */
export async function addGiftCard(db: Db, request: GiftCardRequest, context: CartContext): Promise<void> {
  const { amount: _amount, picture: design, ...giftMessage } = request;
  const face_value_minor = await resolveFaceValue(db, request, context);
  const maxGiftCards = await getSetting(db, maxGiftCardsInCart);
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    if ((await countGiftCardLines(tx, context.customerId)) >= maxGiftCards)
      throw refuse(refusals, "cart_certificates_full", { params: { most: maxGiftCards } });
    await insertGiftCardLine(tx, context.customerId, { ...giftMessage, design, face_value_minor });
  });
}

/** Removes a gift card from the cart; does nothing if it is not there. */
export async function removeGiftCard(db: Db, id: number, context: CartContext): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockCart(tx, context.customerId, context.now);
    await deleteGiftCardLine(tx, context.customerId, id);
  });
}
