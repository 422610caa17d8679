import { formatOrderNumber } from "../order-number.ts";
import { listTrackingNumbers } from "../status/tracking.ts";

/**
 * Returns the parameters of texts about an order; `tracking` is `none` if no parcel has a number, `joined` if no other
 * order is sent with it.
 */
export function createOrderParams(
  orderId: number,
  order: Parameters<typeof listTrackingNumbers>[0] & { joined_orders: readonly number[] },
): { number: string; tracking: string; count: number; joined: string } {
  const numbers = listTrackingNumbers(order);
  return {
    number: formatOrderNumber(orderId),
    ...{ tracking: numbers.join(", ") || "none", count: numbers.length },
    joined: order.joined_orders.map(formatOrderNumber).join(", ") || "none",
  };
}
