import type { LoyaltyOrder } from "../../loyalty/earned-points.ts";
import { creditOrderPoints, refundPoints, reverseEarnedPoints } from "../../loyalty/ledger.ts";
import type { Tx } from "../../platform/db/database.ts";
import { getOrderGiftCardAmounts, voidOrderGiftCards } from "../../gift-cards/void-gift-cards.ts";
import { refundToGiftCards } from "../../gift-cards/service.ts";
import { removePromoUse } from "../../promotions/promo-codes/service.ts";
import type { OrderStatus } from "../schema.ts";
import { type LockedOrder, lockOrder } from "../sql.ts";

/** Statuses in which the promo code, gift card amount and loyalty points used for the order are given back. */
const statusesRestoringAdjustments: ReadonlySet<OrderStatus> = new Set(["cancelled", "refunded"]);
/** Statuses in which loyalty points earned with the order are revoked. */
const statusesRevokingPoints: ReadonlySet<OrderStatus> = new Set(["returned", "refunded"]);

/**
 * Updates promo code use, gift cards and loyalty points for a status change of the order. Each step has an effect only
 * once, whichever statuses the order passes through. The caller must have locked the order row; the other rows are
 * locked in the same order as at checkout: promo code, gift card, points. Gift cards bought with a canceled order are
 * voided.
 * @throws refusal `certificate_used` if a gift card to be voided was already spent. See docs/domain/checkout.md.
 */
export async function updateAdjustments(db: Tx, order: LockedOrder, to: OrderStatus, now: Date): Promise<void> {
  if (statusesRestoringAdjustments.has(to)) {
    await removePromoUse(db, order.id);
    if (order.purchased_gift_cards_minor > 0) await voidOrderGiftCards(db, order.id);
    await refundToGiftCards(db, order.id, now);
    await refundPoints(db, order, { refundedMinor: 1, paidMinor: 1 }, now);
  }
  if (statusesRevokingPoints.has(to)) await reverseEarnedPoints(db, order, now);
  if (to === "delivered") await creditOrderPoints(db, toLoyaltyOrder(order), now);
}

function toLoyaltyOrder({ minor_digits, rub_per_unit, ...order }: LockedOrder): LoyaltyOrder {
  return { ...order, currency: { minorDigits: minor_digits, rubPerUnit: rub_per_unit } };
}

/**
 * Gives back the share of gift card amount and loyalty points that corresponds to a partial refund; the order keeps its
 * status. The part of both amounts that paid for gift cards is ignored, because only money can pay for those.
 * @param refund `refundedMinor`: amount refunded so far, `paidMinor`: amount paid, both in minor units of the order's
 * currency.
 */
export async function returnAdjustmentsPartially(
  db: Tx,
  orderId: number,
  refund: { refundedMinor: number; paidMinor: number },
  now: Date,
): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (!order) return;
  const goodsShare = order.purchased_gift_cards_minor > 0 ? await calculateGoodsShare(db, order, refund) : refund;
  if (goodsShare.paidMinor === 0) return;
  await refundToGiftCards(db, orderId, now, goodsShare);
  await refundPoints(db, order, goodsShare, now);
}

async function calculateGoodsShare(db: Tx, order: LockedOrder, refund: { refundedMinor: number; paidMinor: number }) {
  const { voidedMinor } = await getOrderGiftCardAmounts(db, order.id);
  const paidMinor = refund.paidMinor - order.purchased_gift_cards_minor;
  return { paidMinor, refundedMinor: Math.min(Math.max(0, refund.refundedMinor - voidedMinor), paidMinor) };
}
