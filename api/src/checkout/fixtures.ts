import type { openPayingShop } from "../../test/paying-shop.ts";
import { aReadyCart, type Shopper } from "../cart/fixtures.ts";
import type { ProductWish } from "../catalogue/fixtures.ts";

type PayingShop = Awaited<ReturnType<typeof openPayingShop>>;
let serial = 0;

/** Places the shopper's cart as it stands. */
export async function anOrderOf(
  shop: Pick<PayingShop, "ask">,
  { token }: Shopper,
  { locale = "ru-RU", currency = "RUB" }: { locale?: string; currency?: string } = {},
): Promise<{ id: number; paymentId: string; total: number }> {
  const cart = await shop.ask("GET", "/v1/user/cart", { token, locale, currency });
  const placed = await shop.ask("POST", "/v1/user/orders", {
    ...{ token, locale, currency, key: `order-key-${++serial}` },
    body: { agree: true, agree_offer: true, expected_total: cart.body.data.price_v2.total_price },
  });
  if (placed.status !== 201) throw new Error(`the order was not placed: ${placed.body.code}`);
  const { order, payment } = placed.body.data;
  return { id: order.id, paymentId: payment.id, total: order.total };
}

/** An order of one product that was paid by card. */
export async function aPaidOrder(
  shop: PayingShop,
  wish: ProductWish & { qty?: number; locale?: string; currency?: string } = {},
) {
  const { shopper, product } = await aReadyCart(shop.db, wish);
  const order = await anOrderOf(shop, shopper, wish);
  await shop.confirm(order.paymentId, await shop.tokenFor());
  await shop.settle();
  return { shopper, product, order };
}
