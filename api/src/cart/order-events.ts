import type { OrderEventHandler } from "../platform/order-events.ts";
import { restoreSavedLines } from "./saved-for-later/sql.ts";
import { emptyCart } from "./sql.ts";

/** Empties the cart of a placed order; lines saved for the next order move into it. */
export const cartOrderEvents: OrderEventHandler = {
  onPlaced: async (db, { customerId, isFromCart }) => {
    if (!isFromCart) return;
    const { has_saved_items } = await emptyCart(db, customerId);
    if (has_saved_items) await restoreSavedLines(db, customerId);
  },
};
