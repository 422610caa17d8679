import { formatOrderNumber } from "../order-number.ts";
import type { OrderContact } from "../sql.ts";
import { listTrackingNumbers } from "../status/tracking.ts";

/**
 * Returns the parameters of texts about an order; `tracking` is `none` if no parcel has a number, `joined` if no other
 * order is sent with it; `paid_with` is `balance` if points and gift card paid for all of it.
 */
export function createOrderParams(
  orderId: number,
  order: Parameters<typeof listTrackingNumbers>[0] & { joined_orders: readonly number[] } & Pick<
      OrderContact,
      "total_minor" | "loyalty_minor" | "gift_card_minor"
    >,
): { number: string; tracking: string; count: number; joined: string; paid_with: "money" | "balance" } {
  const numbers = listTrackingNumbers(order);
  return {
    number: formatOrderNumber(orderId),
    ...{ tracking: numbers.join(", ") || "none", count: numbers.length },
    joined: order.joined_orders.map(formatOrderNumber).join(", ") || "none",
    paid_with: order.total_minor === 0 && order.loyalty_minor + order.gift_card_minor > 0 ? "balance" : "money",
  };
}
