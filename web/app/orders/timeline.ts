import type { Order, OrderStatus } from "@furoshiki/api/orders";

export type Step = { status: OrderStatus; state: "done" | "now" | "later"; at: string | null };

/** Statuses of a regular order. Gift cards alone are neither packed nor shipped. */
const goodsStatuses = [
  "awaiting_payment",
  "paid",
  "packing",
  "shipped",
  "delivered",
] as const satisfies readonly OrderStatus[];
const giftCardStatuses = goodsStatuses.filter((status) => status !== "packing" && status !== "shipped");

/**
 * Creates the steps of an order, each with its time if it was reached. For a canceled or returned order the steps are
 * its history.
 */
export function createTimeline(order: Pick<Order, "status" | "date" | "history" | "shipping">): Step[] {
  const statuses = order.shipping ? goodsStatuses : giftCardStatuses;
  const getTime = (status: OrderStatus) => order.history.findLast((row) => row.status === status)?.at ?? null;
  const currentIndex = statuses.findIndex((status) => status === order.status);
  if (currentIndex < 0) {
    return order.history.map(({ status, at }, index) => ({
      status,
      at,
      state: index === order.history.length - 1 ? "now" : "done",
    }));
  }
  const lastIndex = statuses.length - 1;
  return statuses.map((status, index) => ({
    status,
    state:
      index < currentIndex || (index === lastIndex && currentIndex === lastIndex)
        ? "done"
        : index === currentIndex
          ? "now"
          : "later",
    at: getTime(status) ?? (index === 0 ? order.date : null),
  }));
}
