import { cancelCustomerOrder } from "../orders/status/transition-order.ts";
import { refundRemainingAmount } from "../payments/refunds/full-refund.ts";
import { withTransaction } from "../platform/db/database.ts";
import type { AppContext } from "../platform/http/endpoint.ts";

/**
 * Cancels a customer's own order, which is possible until it is packed: the stock is restored and payments are
 * refunded. Idempotent.
 * @throws refusals `order_not_found`, `order_not_cancellable`, `order_carries_another`
 */
export async function cancelOrder(app: AppContext, customerId: number, orderId: number): Promise<void> {
  await withTransaction(app.db, async (db) => {
    if (await cancelCustomerOrder(app, db, customerId, orderId, app.clock.now()))
      await refundRemainingAmount(app, db, orderId, "order_cancelled");
  });
}
