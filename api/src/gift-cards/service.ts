import type { Tx } from "../platform/db/database.ts";
import { getSetting } from "../platform/settings/settings.ts";
import { giftCardGraceDays } from "./settings.ts";
import { lockGiftCard, addBalanceEntry, extendValidity, listOrderBalanceChanges } from "./sql.ts";

const DAY_MS = 86_400_000;

export { type GiftCard, findGiftCardByCode, findGiftCardById, lockGiftCard } from "./sql.ts";

/**
 * Charges an order's payment to a gift card; the caller must hold its row lock.
 * @param payment.amountMinor kopecks
 */
export async function spendGiftCard(
  db: Tx,
  payment: { giftCardId: number; orderId: number; amountMinor: number },
  now: Date,
): Promise<void> {
  const { giftCardId, orderId, amountMinor } = payment;
  await addBalanceEntry(db, { giftCardId, orderId, deltaMinor: -amountMinor, at: now });
}

/**
 * Refunds to gift cards what an order charged to them, in proportion to the refunded money and rounded down; everything
 * by default (docs/domain/gift-cards.md). The cards are valid at least for a grace period from now. Idempotent: never
 * more than was charged. The caller must hold the order's row lock.
 * @param refundedShare.refundedMinor money refunded so far, of `refundedShare.paidMinor` paid
 */
export async function refundToGiftCards(
  db: Tx,
  orderId: number,
  now: Date,
  refundedShare: { refundedMinor: number; paidMinor: number } = { refundedMinor: 1, paidMinor: 1 },
): Promise<void> {
  const refundedMinor = Math.min(refundedShare.refundedMinor, refundedShare.paidMinor);
  const charges = await listOrderBalanceChanges(db, orderId);
  for (const { gift_card_id: giftCardId, taken_minor, returned_minor } of charges) {
    await lockGiftCard(db, giftCardId);
    const dueMinor =
      Number((BigInt(taken_minor) * BigInt(refundedMinor)) / BigInt(refundedShare.paidMinor)) - returned_minor;
    if (dueMinor <= 0) continue;
    await addBalanceEntry(db, { giftCardId, orderId, deltaMinor: dueMinor, at: now });
    await extendValidity(db, giftCardId, new Date(now.getTime() + (await getSetting(db, giftCardGraceDays)) * DAY_MS));
  }
}
