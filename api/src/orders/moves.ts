import type { OrderStatus } from "./schema.ts";

/** From where to where an order may go; nothing goes backwards (decisions: Cart and checkout). Money goes back only for what was called off or came back. */
const moves: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  awaiting_payment: ["paid", "cancelled"],
  paid: ["packing", "cancelled"],
  packing: ["shipped", "cancelled"],
  shipped: ["delivered", "returned"],
  delivered: ["returned"],
  returned: ["refunded"],
  cancelled: ["refunded"],
  refunded: [],
};

/** @param hasGoods false for certificates alone: nothing is packed, they are delivered as they are sent. */
export function mayMove(from: OrderStatus, to: OrderStatus, hasGoods = true): boolean {
  if (!hasGoods && from === "paid") return to === "delivered" || to === "cancelled";
  return moves[from].includes(to);
}

/** The statuses that count as active in the customer's list; the rest are completed. */
export const activeStatuses: readonly OrderStatus[] = ["awaiting_payment", "paid", "packing", "shipped"];

/** A customer may call an order off until it is packed (api: cancel). */
export const cancellableStatuses: readonly OrderStatus[] = ["awaiting_payment", "paid"];
