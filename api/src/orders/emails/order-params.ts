import { formatOrderNumber } from "../order-number.ts";
import { listTrackingNumbers } from "../status/tracking.ts";

/** Returns the parameters of texts about an order; `tracking` is `none` if no parcel has a number. */
export function createOrderParams(
  orderId: number,
  order: Parameters<typeof listTrackingNumbers>[0],
): { number: string; tracking: string; count: number } {
  const numbers = listTrackingNumbers(order);
  return { number: formatOrderNumber(orderId), tracking: numbers.join(", ") || "none", count: numbers.length };
}
