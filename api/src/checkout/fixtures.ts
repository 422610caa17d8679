import type { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createReadyCart, type Shopper } from "../cart/fixtures.ts";
import type { ProductFixture } from "../catalog/fixtures.ts";
import type { StatusOutcome } from "../orders/staff/admin-schema.ts";
import type { OrderStatus } from "../orders/schema.ts";
import { withTransaction } from "../platform/db/database.ts";
import { changeOrderStatus } from "./change-order-status.ts";

type PayingShop = Awaited<ReturnType<typeof openPaymentTestShop>>;
let serial = 0;

/** Places the order of the shopper's cart as it is. */
export async function placeOrder(
  shop: Pick<PayingShop, "request">,
  { token }: Shopper,
  { locale = "ru-RU", currency = "RUB" }: { locale?: string; currency?: string } = {},
): Promise<{ id: number; paymentId: string; total: number }> {
  const cart = await shop.request("GET", "/v1/user/cart", { token, locale, currency });
  const placed = await shop.request("POST", "/v1/user/orders", {
    ...{ token, locale, currency, key: `order-key-${++serial}` },
    body: { agree: true, agree_offer: true, expected_total: cart.body.data.price_v2.total_price },
  });
  if (placed.status !== 201) throw new Error(`the order was not placed: ${placed.body.code}`);
  const { order, payment } = placed.body.data;
  return { id: order.id, paymentId: payment.id, total: order.total };
}

/** Changes the status of an order as staff do, without an entry in the audit log. */
export async function moveOrder(
  { app }: Pick<PayingShop, "app">,
  id: number,
  status: OrderStatus,
  details: { tracking?: string; note?: string } = {},
): Promise<StatusOutcome> {
  const now = app.clock.now();
  return withTransaction(app.db, (tx) => changeOrderStatus(app, tx, id, status, { now, ...details }));
}

/** Creates an order of one product, paid by card at the sandbox gateway. */
export async function createPaidOrder(
  shop: PayingShop,
  options: ProductFixture & { qty?: number; locale?: string; currency?: string } = {},
) {
  const { shopper, product } = await createReadyCart(shop.db, options);
  const order = await placeOrder(shop, shopper, options);
  await shop.confirmPayment(order.paymentId, await shop.createCardToken());
  await shop.settlePayments();
  return { shopper, product, order };
}
