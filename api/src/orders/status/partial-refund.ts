import { getOrderGiftCardAmounts } from "../../gift-cards/purchases/purchases.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { ChangedOrder, PartialRefundEvent } from "../../platform/order-events.ts";
import { lockOrder } from "../sql.ts";

type RefundedShare = PartialRefundEvent["refund"];

/** What of an order was refunded so far, in minor units of its currency. */
export type RefundedAmounts = Readonly<{
  /** The money that was refunded, of that which was paid. */
  refundedMinor: number;
  paidMinor: number;
  /** The part of the refunded money whose refunds name pieces or delivery. */
  refundedPartsMinor: number;
  /** What the refunded pieces and delivery cost after the promo code discount, of what all of them cost. */
  refundedValueMinor: number;
  valueMinor: number;
}>;

/** What was paid for the gift cards that an order bought, and for those of them that were voided, in minor units. */
export type PurchasedGiftCardAmounts = Readonly<{ purchasedMinor: number; voidedMinor: number }>;

/**
 * Gives back the share of gift card amount and loyalty points that corresponds to a partial refund; the order keeps its
 * status. The part of both amounts that paid for gift cards is ignored, because only money can pay for those.
 */
export async function applyPartialRefund(
  { orderEventHandlers }: Pick<AppContext, "orderEventHandlers">,
  db: Tx,
  orderId: number,
  refunded: RefundedAmounts,
  now: Date,
): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (!order) return;
  const refund = calculateRefundedShare(refunded, await getGiftCardAmounts(db, order));
  if (refund.paidMinor === 0) return;
  for (const handler of orderEventHandlers) await handler.onPartiallyRefunded?.(db, { order, refund, now });
}

async function getGiftCardAmounts(db: Tx, order: ChangedOrder): Promise<PurchasedGiftCardAmounts> {
  const purchasedMinor = order.purchased_gift_cards_minor;
  if (purchasedMinor === 0) return { purchasedMinor, voidedMinor: 0 };
  const { voidedMinor } = await getOrderGiftCardAmounts(db, order.id);
  return { purchasedMinor, voidedMinor };
}

/**
 * Calculates which share of its points and gift card an order gets back: that of its refunded pieces and delivery, as long
 * as exactly the money that was paid for them is refunded, which can be nothing; otherwise that of its money. Money that
 * was refunded without pieces and delivery is first that of the voided gift cards. Pure.
 */
export function calculateRefundedShare(
  refunded: RefundedAmounts,
  { purchasedMinor, voidedMinor }: PurchasedGiftCardAmounts,
): RefundedShare {
  const { refundedPartsMinor, refundedValueMinor, valueMinor } = refunded;
  const paidMinor = refunded.paidMinor - purchasedMinor;
  const ofGiftCardsMinor = Math.min(voidedMinor, refunded.refundedMinor - refundedPartsMinor);
  const refundedMinor = Math.min(refunded.refundedMinor - ofGiftCardsMinor, paidMinor);
  const moneyOfValueMinor =
    valueMinor === 0 ? 0 : Number((BigInt(paidMinor) * BigInt(refundedValueMinor)) / BigInt(valueMinor));
  return refundedMinor === moneyOfValueMinor
    ? { refundedMinor: refundedValueMinor, paidMinor: valueMinor }
    : { refundedMinor, paidMinor };
}
