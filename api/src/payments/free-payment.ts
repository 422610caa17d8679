import { transitionOrder } from "../orders/status/transition-order.ts";
import type { Tx } from "../platform/db/database.ts";
import type { ProviderName } from "../platform/config.ts";
import type { AppContext } from "../platform/http/endpoint.ts";
import { chooseProvider } from "./payment-methods.ts";
import { addPayment } from "./sql.ts";
import { type PayableOrder, buildPaymentRow, getPaymentPath } from "./create-payment.ts";

/**
 * Creates the payment of an order with a total of 0, which was paid completely with points or a gift card. The payment
 * succeeds at once without a provider, and the order becomes paid.
 */
export async function createFreePayment(
  app: Pick<AppContext, "orderEventHandlers">,
  db: Tx,
  order: PayableOrder,
  options: { providers: readonly ProviderName[]; now: Date },
): Promise<{ id: string; url: string }> {
  const row = buildPaymentRow(order, await chooseProvider(db, order, options.providers));
  await addPayment(db, { ...row, status: "success", paid_at: options.now });
  await transitionOrder(app, db, order.id, "paid", { now: options.now });
  return { id: row.id, url: getPaymentPath(row.id) };
}
