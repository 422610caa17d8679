import type { OrderSummary } from "@furoshiki/api/orders";

/** Returns whether loyalty points and a gift card paid for an order, so that no money was paid and none is refunded. */
export function isPaidWithBalance({ total, discounts }: Pick<OrderSummary, "total" | "discounts">): boolean {
  return total === 0 && discounts.bonus + discounts.certificate > 0;
}
