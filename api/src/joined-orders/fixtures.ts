import type { openPaymentTestShop } from "../../test/payment-shop.ts";
import { addToCart, type Shopper } from "../cart/fixtures.ts";
import { createProduct, type ProductFixture } from "../catalog/fixtures.ts";
import { createPaidOrder, placeOrder } from "../checkout/fixtures.ts";

type PayingShop = Awaited<ReturnType<typeof openPaymentTestShop>>;

/** Creates one more order of a shopper, paid by card a minute after the one before. @returns its number and product */
export async function createNextOrder(
  shop: PayingShop,
  shopper: Shopper,
  { qty = 1, ...fixture }: ProductFixture & { qty?: number } = {},
): Promise<{ id: number; productId: number; total: number }> {
  const { id: productId } = await createProduct(shop.db, fixture);
  shop.clock.advance(60_000);
  await addToCart(shop.db, shopper.id, { productId, qty });
  const { id, paymentId, total } = await placeOrder(shop, shopper);
  await shop.confirmPayment(paymentId, await shop.createCardToken());
  await shop.settlePayments();
  return { id, productId, total };
}

/** Creates two paid orders of a shopper, of one product each, with the same address and delivery. */
export async function createTwoOrders(shop: PayingShop, options: ProductFixture & { qty?: number } = {}) {
  const first = await createPaidOrder(shop, options);
  const second = await createNextOrder(shop, first.shopper, options);
  return {
    shopper: first.shopper,
    main: { id: first.order.id, productId: first.product.id },
    joined: { id: second.id, productId: second.productId },
  };
}
