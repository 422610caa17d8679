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
  /** What the refunded pieces and delivery cost after the promo code discount, of what all of them cost. */
  refundedValueMinor: number;
  valueMinor: number;
}>;

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
  const refundOfGoods = order.purchased_gift_cards_minor > 0 ? await excludeGiftCards(db, order, refunded) : refunded;
  const refund = calculateRefundedShare(refundOfGoods);
  if (refund.paidMinor === 0) return;
  for (const handler of orderEventHandlers) await handler.onPartiallyRefunded?.(db, { order, refund, now });
}

async function excludeGiftCards(db: Tx, order: ChangedOrder, refunded: RefundedAmounts): Promise<RefundedAmounts> {
  const { voidedMinor } = await getOrderGiftCardAmounts(db, order.id);
  const paidMinor = refunded.paidMinor - order.purchased_gift_cards_minor;
  const refundedMinor = Math.min(Math.max(0, refunded.refundedMinor - voidedMinor), paidMinor);
  return { ...refunded, paidMinor, refundedMinor };
}

/**
 * Calculates which share of its points and gift card an order gets back: that of its refunded pieces and delivery, as long
 * as exactly the money that was paid for them is refunded, which can be nothing; otherwise that of its money. Pure.
 */
export function calculateRefundedShare(refunded: RefundedAmounts): RefundedShare {
  const { refundedMinor, paidMinor, refundedValueMinor, valueMinor } = refunded;
  const moneyOfValueMinor =
    valueMinor === 0 ? 0 : Number((BigInt(paidMinor) * BigInt(refundedValueMinor)) / BigInt(valueMinor));
  return refundedMinor === moneyOfValueMinor
    ? { refundedMinor: refundedValueMinor, paidMinor: valueMinor }
    : { refundedMinor, paidMinor };
}
