import type { ChangedOrder, OrderEventHandler } from "../platform/order-events.ts";
import type { LoyaltyOrder } from "./earned-points.ts";
import { creditOrderPoints, refundPoints, reverseEarnedPoints, reverseRefundedPoints, spendPoints } from "./ledger.ts";

const FULL_REFUND = { refundedMinor: 1, paidMinor: 1 };

function toLoyaltyOrder({ minor_digits, rub_per_unit, ...order }: ChangedOrder): LoyaltyOrder {
  return { ...order, currency: { minorDigits: minor_digits, rubPerUnit: rub_per_unit } };
}

/** Spends loyalty points on a new order, credits those that it earns, and reverses both. */
export const loyaltyOrderEvents: OrderEventHandler = {
  onPlaced: async (db, { orderId, customerId, redeemed: { points }, now }) => {
    if (points > 0) await spendPoints(db, { customerId, orderId, amount: points }, now);
  },
  onDelivered: async (db, { order, now }) => creditOrderPoints(db, toLoyaltyOrder(order), now),
  onCanceled: async (db, { order, now }) => refundPoints(db, order, FULL_REFUND, now),
  onReturned: async (db, { order, now }) => reverseEarnedPoints(db, order, now),
  onRefunded: async (db, { order, now }) => {
    await refundPoints(db, order, FULL_REFUND, now);
    await reverseEarnedPoints(db, order, now);
  },
  onPartiallyRefunded: async (db, { order, refund, now }) => {
    await refundPoints(db, order, refund, now);
    // A refund of everything may name no goods.
    if (refund.refundedMinor >= refund.paidMinor) await reverseEarnedPoints(db, order, now);
    else await reverseRefundedPoints(db, order, now);
  },
};
