import type { OrderEventHandler } from "../../platform/order-events.ts";
import { addPromoUse, removePromoUse } from "./sql.ts";

/** Records the use of a promo code with a new order; a canceled or refunded order does not count as a use. */
export const promoCodeOrderEvents: OrderEventHandler = {
  onPlaced: async (db, { orderId, customerId, redeemed: { promoCodeId } }) => {
    if (promoCodeId !== null) await addPromoUse(db, { orderId, promoId: promoCodeId, customerId });
  },
  onCanceled: async (db, { order }) => removePromoUse(db, order.id),
  onRefunded: async (db, { order }) => removePromoUse(db, order.id),
};
