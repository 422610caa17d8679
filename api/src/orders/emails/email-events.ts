import type { OrderStatus } from "../schema.ts";

/** An event in the life of an order: a status it reached, or that its payment deadline passed. */
export type OrderEvent = OrderStatus | "expired";

/** Events that are also sent by email; site notifications are created for all events. */
export const emailEvents = [
  "awaiting_payment",
  "paid",
  "shipped",
  "delivered",
  "cancelled",
  "expired",
  "refunded",
] as const satisfies readonly OrderEvent[];
export type EmailEvent = (typeof emailEvents)[number];
