import type { Order, OrderStatus } from "@furoshiki/api/orders";

/** A step of an order. `at` is when it was reached, ISO 8601. */
export type Step = { status: OrderStatus; state: "done" | "current" | "upcoming"; at: string | null };

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
      state: index === order.history.length - 1 ? "current" : "done",
    }));
  }
  const lastIndex = statuses.length - 1;
  const getState = (index: number): Step["state"] => {
    // The last status has no next one to wait for: once reached, it is done.
    if (index < currentIndex || currentIndex === lastIndex) return "done";
    return index === currentIndex ? "current" : "upcoming";
  };
  return statuses.map((status, index) => ({
    status,
    state: getState(index),
    at: getTime(status) ?? (index === 0 ? order.date : null),
  }));
}
