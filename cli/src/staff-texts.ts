import type { RefusalParams } from "../../api/src/platform/http/errors.ts";

/** Refusals whose texts address shoppers, reworded for staff. Other refusals have the same text for both. */
export const staffTexts: Readonly<Record<string, ((params: RefusalParams) => string) | undefined>> = {
  order_not_found: () => "There is no order with this number.",
  order_not_cancellable: () => "This order can no longer be cancelled.",
  nothing_to_refund: () => "Nothing was paid for this order, or all of it has been refunded.",
  refund_too_large: () => "The amount is larger than the part of the payment that is not refunded yet.",
  restock_not_possible: () =>
    "The items of this order cannot be put back in stock: --restock is only for a shipped order, and only once.",
  certificate_used: () =>
    "A gift card that was bought with this order has been used, so the order cannot be canceled completely. Refund the remaining amount: npm run shop -- payments refund ORDER --amount AMOUNT",
  gateway_unavailable: () => "The payment provider does not respond. Nothing was changed.",
};
