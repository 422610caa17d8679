import type { Cart } from "../cart/schema.ts";
import { bringLines, type CartAt } from "../cart/service.ts";
import type { OrderStatus } from "../orders/schema.ts";
import { boughtIn, cancelOwnOrder, holdOrder, type MoveDetails, moveOrder } from "../orders/service.ts";
import { giveMoneyBack } from "../payments/give-back.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import type { House } from "../platform/http.ts";

/**
 * Calls a customer's own order off, until it is packed: its goods are for sale again, and what was paid goes back by
 * itself. Doing it again changes nothing. Refuses `order_not_found`, `order_not_cancellable`.
 */
export async function callOff(house: House, customerId: number, orderId: number): Promise<void> {
  await withTransaction(house.db, async (db) => {
    if (await cancelOwnOrder(db, customerId, orderId, house.clock.now()))
      await giveMoneyBack(house, db, orderId, "order_cancelled");
  });
}

/**
 * Puts the goods of a customer's own order into his cart as far as they are sold; `stock_check` tells what was not, or
 * not as many. Doing it again changes nothing. Refuses `order_not_found`.
 */
export async function repeatOrder(db: Db, orderId: number, at: CartAt): Promise<Cart> {
  const pieces = await boughtIn(db, at.customerId, orderId);
  const wishes = pieces.map(({ productId, optionId, qty }) => ({ product_id: productId, option_id: optionId, qty }));
  return bringLines(db, wishes, at);
}

/**
 * Moves an order for the staff. One that is called off gets its money back by itself; "refunded" of one that was paid is
 * asked of the gateway, and the order moves when the money is back.
 * @returns what became of it. Refuses as `moveOrder`.
 */
export async function moveByStaff(
  house: House,
  orderId: number,
  to: OrderStatus,
  more: Omit<MoveDetails, "now" | "cause">,
): Promise<"moved" | "was_there" | "refund_asked"> {
  const now = house.clock.now();
  return withTransaction(house.db, async (db) => {
    const from = await holdOrder(db, orderId);
    if (to === "refunded" && (from === "returned" || from === "cancelled")) {
      const reason = from === "returned" ? "order_returned" : "order_cancelled";
      if (await giveMoneyBack(house, db, orderId, reason)) return "refund_asked";
    }
    const moved = await moveOrder(db, orderId, to, { ...more, now });
    if (moved && to === "cancelled") await giveMoneyBack(house, db, orderId, "order_cancelled");
    return moved ? "moved" : "was_there";
  });
}
