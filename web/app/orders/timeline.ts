import type { Order, OrderStatus } from "@furoshiki/api/orders";

export type Step = { status: OrderStatus; state: "done" | "now" | "later"; at: string | null };

/** The way that an order goes when nothing comes between; certificates alone are neither packed nor shipped. */
const wayOfGoods = [
  "awaiting_payment",
  "paid",
  "packing",
  "shipped",
  "delivered",
] as const satisfies readonly OrderStatus[];
const wayOfCertificates = wayOfGoods.filter((status) => status !== "packing" && status !== "shipped");

/**
 * An order's steps, each with its time where it has come: the whole way, or, where the order left it (called off, given
 * back), what happened.
 */
export function timelineOf(order: Pick<Order, "status" | "date" | "history" | "shipping">): Step[] {
  const way = order.shipping ? wayOfGoods : wayOfCertificates;
  const timeOf = (status: OrderStatus) => order.history.findLast((row) => row.status === status)?.at ?? null;
  const place = way.findIndex((status) => status === order.status);
  if (place < 0) {
    return order.history.map(({ status, at }, row) => ({
      status,
      at,
      state: row === order.history.length - 1 ? "now" : "done",
    }));
  }
  const last = way.length - 1;
  return way.map((status, at) => ({
    status,
    state: at < place || (at === last && place === last) ? "done" : at === place ? "now" : "later",
    at: timeOf(status) ?? (at === 0 ? order.date : null),
  }));
}
