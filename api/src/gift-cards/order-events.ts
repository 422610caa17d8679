import type { Tx } from "../platform/db/database.ts";
import type { OrderChangedEvent, OrderEventHandler } from "../platform/order-events.ts";
import { issuePurchasedGiftCards } from "./purchases/send-gift-cards.ts";
import { refundToGiftCards, spendGiftCard } from "./service.ts";
import { voidOrderGiftCards } from "./void-gift-cards.ts";

/**
 * Voids the gift cards that the order bought, and returns what it charged to the gift card that paid.
 * @throws refusal `certificate_used` if a gift card to be voided was already spent. See docs/domain/checkout.md.
 */
async function reverseOrder(db: Tx, { order, now }: OrderChangedEvent): Promise<void> {
  if (order.purchased_gift_cards_minor > 0) await voidOrderGiftCards(db, order.id);
  await refundToGiftCards(db, order.id, now);
}

/** Charges the gift card that pays for an order, and issues and voids those that an order buys. */
export const giftCardOrderEvents: OrderEventHandler = {
  onPlaced: async (db, { orderId, redeemed: { giftCard }, now }) => {
    if (giftCard) await spendGiftCard(db, { giftCardId: giftCard.id, orderId, amountMinor: giftCard.amountMinor }, now);
  },
  onPaid: async (db, { order, now }) => {
    if (order.purchased_gift_cards_minor > 0) await issuePurchasedGiftCards(db, order.id, now);
  },
  onCanceled: reverseOrder,
  onRefunded: reverseOrder,
  onPartiallyRefunded: async (db, { order, refund, now }) => refundToGiftCards(db, order.id, now, refund),
};
