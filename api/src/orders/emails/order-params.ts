import type { RefundDestination } from "../../platform/order-events.ts";
import { formatOrderNumber } from "../order-number.ts";
import type { OrderContact } from "../sql.ts";
import { listTrackingNumbers } from "../status/tracking.ts";

/**
 * Returns the parameters of texts about an order; `tracking` is `none` if no parcel has a number, `joined` if no other
 * order is sent with it; `refunded_to` says where a refund of all of it goes, or went.
 */
export function createOrderParams(
  orderId: number,
  order: Parameters<typeof listTrackingNumbers>[0] & { joined_orders: readonly number[] } & RefundedOrder,
): { number: string; tracking: string; count: number; joined: string; refunded_to: RefundDestination } {
  const numbers = listTrackingNumbers(order);
  return {
    number: formatOrderNumber(orderId),
    ...{ tracking: numbers.join(", ") || "none", count: numbers.length },
    joined: order.joined_orders.map(formatOrderNumber).join(", ") || "none",
    refunded_to: getRefundDestination(order),
  };
}

type RefundedOrder = Pick<OrderContact, "total_minor" | "loyalty_minor" | "gift_card_minor" | "is_refunded_outside">;

function getRefundDestination(order: RefundedOrder): RefundDestination {
  if (order.is_refunded_outside) return "outside";
  return order.total_minor === 0 && order.loyalty_minor + order.gift_card_minor > 0 ? "balance" : "payment_method";
}
