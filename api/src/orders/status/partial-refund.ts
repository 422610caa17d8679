import { getOrderGiftCardAmounts } from "../../gift-cards/purchases/purchases.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import type { ChangedOrder, PartialRefundEvent } from "../../platform/order-events.ts";
import { lockOrder } from "../sql.ts";

type Refund = PartialRefundEvent["refund"];

/**
 * Gives back the share of gift card amount and loyalty points that corresponds to a partial refund; the order keeps its
 * status. The part of both amounts that paid for gift cards is ignored, because only money can pay for those.
 * @param refund `refundedMinor`: amount refunded so far, `paidMinor`: amount paid, both in minor units of the order's
 * currency.
 */
export async function applyPartialRefund(
  { orderEventHandlers }: Pick<AppContext, "orderEventHandlers">,
  db: Tx,
  orderId: number,
  refund: Refund,
  now: Date,
): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (!order) return;
  const refundOfGoods = order.purchased_gift_cards_minor > 0 ? await excludeGiftCards(db, order, refund) : refund;
  if (refundOfGoods.paidMinor === 0) return;
  const event = { order, refund: refundOfGoods, now };
  for (const handler of orderEventHandlers) await handler.onPartiallyRefunded?.(db, event);
}

async function excludeGiftCards(db: Tx, order: ChangedOrder, refund: Refund): Promise<Refund> {
  const { voidedMinor } = await getOrderGiftCardAmounts(db, order.id);
  const paidMinor = refund.paidMinor - order.purchased_gift_cards_minor;
  return { paidMinor, refundedMinor: Math.min(Math.max(0, refund.refundedMinor - voidedMinor), paidMinor) };
}
