import { type Db, type Tx, withTransaction } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { lockOrderGiftCards } from "./purchases/purchase-sql.ts";
import { voidBalance, lockGiftCardByCode } from "./sql.ts";
import { refusals } from "./schema.ts";

/**
 * Voids the gift cards bought in an order that is refunded: their codes lose their value in the same transaction.
 * Idempotent.
 * @throws refusal `certificate_used` if one of them has been used for a payment
 */
export async function voidOrderGiftCards(db: Tx, orderId: number): Promise<void> {
  const giftCards = await lockOrderGiftCards(db, orderId);
  if (giftCards.some((one) => one.balance_minor + one.voided_minor < one.amount_minor))
    throw refuse(refusals, "certificate_used");
  for (const { id } of giftCards) await voidBalance(db, id);
}

/**
 * Voids the remaining balance of a gift card.
 * @returns null if there is no such code
 */
export async function voidGiftCard(
  db: Db,
  code: string,
): Promise<{ code: string; voidedMinor: number; orderId: number | null } | null> {
  return withTransaction(db, async (tx) => {
    const giftCard = await lockGiftCardByCode(tx, code);
    return giftCard && { code, orderId: giftCard.purchase_order_id, voidedMinor: await voidBalance(tx, giftCard.id) };
  });
}
