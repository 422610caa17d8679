import { describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createAnotherShopper, createReadyCart, addToCart } from "../cart/fixtures.ts";
import { createProduct } from "../catalog/fixtures.ts";
import type { OrderStatus } from "../orders/schema.ts";
import { transitionOrder } from "../orders/status/transition-order.ts";
import { expirePayments } from "../payments/jobs.ts";
import { waitForBackgroundTasks } from "../payments/background-tasks.ts";
import { getPaymentState } from "../payments/fixtures.ts";
import { withTransaction } from "../platform/db/database.ts";
import { placeOrder, createPaidOrder, moveOrder } from "./fixtures.ts";

const shop = await openPaymentTestShop();
const DAY_MS = 24 * 60 * 60_000;

const getStock = async (productId: number) =>
  (
    await shop.db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", productId)
      .executeTakeFirstOrThrow()
  ).stock;
const transition = (id: number, to: OrderStatus, details: { tracking?: string } = {}) =>
  withTransaction(shop.db, (tx) => transitionOrder(shop.app, tx, id, to, { now: shop.clock.now(), ...details }));
const cancelOrder = (id: number, token: string) => shop.request("POST", `/v1/user/orders/${id}/cancel`, { token });
const listRefunds = async (id: number) => (await getPaymentState(shop.db, id)).refunds;

describe("POST /v1/user/orders/{id}/cancel", () => {
  it("of a paid order returns goods and money once, under concurrent requests", async () => {
    const { shopper, product, order } = await createPaidOrder(shop, { qty: 2 });
    expect(await getStock(product.id)).toBe(8);
    const responses = await Promise.all(Array.from({ length: 5 }, () => cancelOrder(order.id, shopper.token)));
    await waitForBackgroundTasks();
    expect(responses.map(({ status, body }) => [status, body.data.status, body.data.cancellable])).toEqual(
      Array.from({ length: 5 }, () => [200, "cancelled", false]),
    );
    expect(responses[0]?.body.data.history.at(-1)).toMatchObject({ status: "cancelled", cause: "customer" });
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, order.id)).toMatchObject({
      order: "refunded",
      history: ["awaiting_payment", "paid", "cancelled", "refunded"],
      refunds: [{ status: "succeeded", reason: "order_cancelled", amount_minor: order.total * 100 }],
    });
    expect(await getStock(product.id)).toBe(10);
  });

  it("is refused once the order is being packed, and changes nothing", async () => {
    const { shopper, product, order } = await createPaidOrder(shop);
    await transition(order.id, "packing");
    const { status, body } = await cancelOrder(order.id, shopper.token);
    expect([status, body.code]).toEqual([409, "order_not_cancellable"]);
    expect(await listRefunds(order.id)).toEqual([]);
    expect(await getStock(product.id)).toBe(9);
  });

  it("requires a login, and is available to the owner only", async () => {
    const { order } = await createPaidOrder(shop);
    const otherShopper = await createAnotherShopper(shop.db);
    expect((await shop.request("POST", `/v1/user/orders/${order.id}/cancel`)).status).toBe(401);
    const response = await cancelOrder(order.id, otherShopper.token);
    expect([response.status, response.body.code]).toEqual([404, "order_not_found"]);
    expect((await cancelOrder(123_456_789, otherShopper.token)).body.code).toBe("order_not_found");
    expect((await getPaymentState(shop.db, order.id)).order).toBe("paid");
  });
});

describe("status changes by staff", () => {
  it("cancel a paid order with a refund", async () => {
    const { product, order } = await createPaidOrder(shop);
    await transition(order.id, "packing");
    expect(await moveOrder(shop, order.id, "cancelled")).toBe("changed");
    await waitForBackgroundTasks();
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, order.id)).toMatchObject({
      order: "refunded",
      refunds: [{ status: "succeeded" }],
    });
    expect(await getStock(product.id)).toBe(10);
  });

  it("refund a returned parcel, but do not restock its goods", async () => {
    const { product, order } = await createPaidOrder(shop);
    for (const to of ["packing", "shipped", "returned"] as const) await transition(order.id, to);
    expect(await moveOrder(shop, order.id, "refunded")).toBe("refund_requested");
    await waitForBackgroundTasks();
    expect((await getPaymentState(shop.db, order.id)).order).toBe("returned");
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, order.id)).toMatchObject({
      order: "refunded",
      refunds: [{ status: "succeeded", reason: "order_returned" }],
    });
    expect(await getStock(product.id)).toBe(9);
  });

  it("accept only tracking numbers with a valid check digit", async () => {
    const { order } = await createPaidOrder(shop);
    await transition(order.id, "packing");
    await expect(moveOrder(shop, order.id, "shipped", { tracking: "RR473124828JP" })).rejects.toMatchObject({
      code: "tracking_number_invalid",
    });
    expect((await getPaymentState(shop.db, order.id)).order).toBe("packing");
    await moveOrder(shop, order.id, "shipped", { tracking: "RR473124829JP" });
    expect((await getPaymentState(shop.db, order.id)).order).toBe("shipped");
  });
});

describe("an unpaid order", () => {
  it("restores its stock once, even if the job did not run for a day", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { qty: 3 });
    const order = await placeOrder(shop, shopper);
    expect(await getStock(product.id)).toBe(7);
    shop.clock.advance(59 * 60_000);
    await expirePayments(shop.app);
    expect((await getPaymentState(shop.db, order.id)).order).toBe("awaiting_payment");
    shop.clock.advance(DAY_MS);
    await Promise.all([expirePayments(shop.app), expirePayments(shop.app), expirePayments(shop.app)]);
    const history = await shop.db.selectFrom("order_history").select(["status", "cause"]).orderBy("id").execute();
    expect(history.slice(1)).toEqual([{ status: "cancelled", cause: "expired" }]);
    expect(await getStock(product.id)).toBe(10);
  });

  it("cannot be paid after its deadline, even if no job has canceled it", async () => {
    const { shopper } = await createReadyCart(shop.db);
    const order = await placeOrder(shop, shopper);
    shop.clock.advance(61 * 60_000);
    const response = await shop.request("POST", `/v1/user/orders/${order.id}/payment`, { token: shopper.token });
    expect([response.status, response.body.code]).toEqual([409, "order_not_payable"]);
  });
});

describe("POST /v1/user/orders/{id}/repeat", () => {
  it("adds what is still sold to the cart and reports the rest; ten concurrent requests count as one", async () => {
    const { shopper, product } = await createReadyCart(shop.db, { qty: 4 });
    const [hidden, scarce] = [await createProduct(shop.db), await createProduct(shop.db, { stock: 10 })];
    await addToCart(shop.db, shopper.id, { productId: hidden.id });
    await addToCart(shop.db, shopper.id, { productId: scarce.id, qty: 5 });
    const order = await placeOrder(shop, shopper);
    await shop.db.updateTable("products").set({ status: "hidden" }).where("id", "=", hidden.id).execute();
    await shop.db.updateTable("product_variants").set({ stock: 2 }).where("product_id", "=", scarce.id).execute();
    await addToCart(shop.db, shopper.id, { productId: product.id, qty: 1 });

    const reorder = () => shop.request("POST", `/v1/user/orders/${order.id}/repeat`, { token: shopper.token });
    const responses = await Promise.all(Array.from({ length: 10 }, reorder));
    for (const { status, body } of responses) {
      expect([status, body.message]).toEqual([200, "Добавили в корзину то, что есть в продаже."]);
      expect(body.data.stock_check).toEqual([
        { cart_id: `${hidden.id}_0`, code: "unavailable", total: 1, available: 0 },
        { cart_id: `${scarce.id}_0`, code: "clamped", total: 5, available: 2 },
      ]);
      expect(body.data.cart_items.items.map((item) => [item.product.id, item.qty])).toEqual([
        [product.id, 4],
        [scarce.id, 2],
      ]);
    }
  });

  it("is available to the owner only", async () => {
    const { order } = await createPaidOrder(shop);
    const otherShopper = await createAnotherShopper(shop.db);
    expect((await shop.request("POST", `/v1/user/orders/${order.id}/repeat`)).status).toBe(401);
    const response = await shop.request("POST", `/v1/user/orders/${order.id}/repeat`, { token: otherShopper.token });
    expect([response.status, response.body.code]).toEqual([404, "order_not_found"]);
  });
});
