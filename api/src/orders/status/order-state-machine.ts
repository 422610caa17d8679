import type { OrderStatus } from "../schema.ts";

/**
 * The statuses that an order may change to, by its current status. There is no way back; only canceled and returned
 * orders are refunded. See docs/domain/checkout.md.
 */
const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  awaiting_payment: ["paid", "cancelled"],
  paid: ["packing", "cancelled"],
  packing: ["shipped", "cancelled"],
  shipped: ["delivered", "returned"],
  delivered: ["returned"],
  returned: ["refunded"],
  cancelled: ["refunded"],
  refunded: [],
};

/**
 * Returns whether an order may change from one status to another.
 * @param hasGoods false if the order contains only gift cards: it is not packed, but delivered when the gift cards are
 * sent.
 */
export function canTransition(from: OrderStatus, to: OrderStatus, hasGoods = true): boolean {
  if (!hasGoods && from === "paid") return to === "delivered" || to === "cancelled";
  return transitions[from].includes(to);
}

/** Statuses that count as active in the customer's order list; all others count as completed. */
export const activeStatuses: readonly OrderStatus[] = ["awaiting_payment", "paid", "packing", "shipped"];

/** Statuses in which a customer may cancel their order: until it is packed. */
export const cancelableStatuses: readonly OrderStatus[] = ["awaiting_payment", "paid"];
