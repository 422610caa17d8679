import { describe, expect, it } from "vitest";
import { openPayingShop } from "../../test/paying-shop.ts";
import { anotherShopper, aReadyCart, putInCart } from "../cart/fixtures.ts";
import { aProduct } from "../catalogue/fixtures.ts";
import type { OrderStatus } from "../orders/schema.ts";
import { moveOrder } from "../orders/service.ts";
import { expirePayments } from "../payments/jobs.ts";
import { paymentsAtRest } from "../payments/background.ts";
import { standing } from "../payments/fixtures.ts";
import { withTransaction } from "../platform/db.ts";
import { anOrderOf, aPaidOrder } from "./fixtures.ts";
import { moveByStaff } from "./second-thoughts.ts";

const shop = await openPayingShop();
const DAY = 24 * 60 * 60_000;

const stockOf = async (productId: number) =>
  (
    await shop.db
      .selectFrom("product_variants")
      .select("stock")
      .where("product_id", "=", productId)
      .executeTakeFirstOrThrow()
  ).stock;
const move = (id: number, to: OrderStatus, more: { tracking?: string } = {}) =>
  withTransaction(shop.db, (tx) => moveOrder(tx, id, to, { now: shop.clock.now(), ...more }));
const cancel = (id: number, token: string) => shop.ask("POST", `/v1/user/orders/${id}/cancel`, { token });
const refundsOf = async (id: number) => (await standing(shop.db, id)).refunds;

describe("POST /v1/user/orders/{id}/cancel", () => {
  it("of a paid order gives goods and money back, once, however often it is asked", async () => {
    const { shopper, product, order } = await aPaidOrder(shop, { qty: 2 });
    expect(await stockOf(product.id)).toBe(8);
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(order.id, shopper.token)));
    await paymentsAtRest();
    expect(answers.map(({ status, body }) => [status, body.data.status, body.data.cancellable])).toEqual(
      Array.from({ length: 5 }, () => [200, "cancelled", false]),
    );
    expect(answers[0]?.body.data.history.at(-1)).toMatchObject({ status: "cancelled", cause: "customer" });
    await shop.settle();
    expect(await standing(shop.db, order.id)).toMatchObject({
      order: "refunded",
      history: ["awaiting_payment", "paid", "cancelled", "refunded"],
      refunds: [{ status: "succeeded", reason: "order_cancelled", amount_minor: order.total * 100 }],
    });
    expect(await stockOf(product.id)).toBe(10);
  });

  it("is too late once the order is being packed, and changes nothing then", async () => {
    const { shopper, product, order } = await aPaidOrder(shop);
    await move(order.id, "packing");
    const { status, body } = await cancel(order.id, shopper.token);
    expect([status, body.code]).toEqual([409, "order_not_cancellable"]);
    expect(await refundsOf(order.id)).toEqual([]);
    expect(await stockOf(product.id)).toBe(9);
  });

  it("needs a login, and is for the owner alone", async () => {
    const { order } = await aPaidOrder(shop);
    const stranger = await anotherShopper(shop.db);
    expect((await shop.ask("POST", `/v1/user/orders/${order.id}/cancel`)).status).toBe(401);
    const refused = await cancel(order.id, stranger.token);
    expect([refused.status, refused.body.code]).toEqual([404, "order_not_found"]);
    expect((await cancel(123_456_789, stranger.token)).body.code).toBe("order_not_found");
    expect((await standing(shop.db, order.id)).order).toBe("paid");
  });
});

describe("moves by the staff", () => {
  it("call a paid order off with its money", async () => {
    const { product, order } = await aPaidOrder(shop);
    await move(order.id, "packing");
    expect(await moveByStaff(shop.house, order.id, "cancelled", {})).toBe("moved");
    await paymentsAtRest();
    await shop.settle();
    expect(await standing(shop.db, order.id)).toMatchObject({ order: "refunded", refunds: [{ status: "succeeded" }] });
    expect(await stockOf(product.id)).toBe(10);
  });

  it("give back the money of a parcel that came back, but do not sell its goods again by themselves", async () => {
    const { product, order } = await aPaidOrder(shop);
    for (const to of ["packing", "shipped", "returned"] as const) await move(order.id, to);
    expect(await moveByStaff(shop.house, order.id, "refunded", {})).toBe("refund_asked");
    await paymentsAtRest();
    expect((await standing(shop.db, order.id)).order).toBe("returned");
    await shop.settle();
    expect(await standing(shop.db, order.id)).toMatchObject({
      order: "refunded",
      refunds: [{ status: "succeeded", reason: "order_returned" }],
    });
    expect(await stockOf(product.id)).toBe(9);
  });

  it("take only tracking numbers whose check digit holds", async () => {
    const { order } = await aPaidOrder(shop);
    await move(order.id, "packing");
    await expect(moveByStaff(shop.house, order.id, "shipped", { tracking: "RR473124828JP" })).rejects.toMatchObject({
      code: "tracking_number_invalid",
    });
    expect((await standing(shop.db, order.id)).order).toBe("packing");
    await moveByStaff(shop.house, order.id, "shipped", { tracking: "RR473124829JP" });
    expect((await standing(shop.db, order.id)).order).toBe("shipped");
  });
});

describe("an order that nobody pays", () => {
  it("gives its stock back once, also when the job was down for a day", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { qty: 3 });
    const order = await anOrderOf(shop, shopper);
    expect(await stockOf(product.id)).toBe(7);
    shop.clock.advance(59 * 60_000);
    await expirePayments(shop.house);
    expect((await standing(shop.db, order.id)).order).toBe("awaiting_payment");
    shop.clock.advance(DAY);
    await Promise.all([expirePayments(shop.house), expirePayments(shop.house), expirePayments(shop.house)]);
    const history = await shop.db.selectFrom("order_history").select(["status", "cause"]).orderBy("id").execute();
    expect(history.slice(1)).toEqual([{ status: "cancelled", cause: "expired" }]);
    expect(await stockOf(product.id)).toBe(10);
  });

  it("cannot be paid after its time, though no job has called it off", async () => {
    const { shopper } = await aReadyCart(shop.db);
    const order = await anOrderOf(shop, shopper);
    shop.clock.advance(61 * 60_000);
    const again = await shop.ask("POST", `/v1/user/orders/${order.id}/payment`, { token: shopper.token });
    expect([again.status, again.body.code]).toEqual([409, "order_not_payable"]);
  });
});

describe("POST /v1/user/orders/{id}/repeat", () => {
  it("puts into the cart what is still sold and tells what is not; ten presses are one", async () => {
    const { shopper, product } = await aReadyCart(shop.db, { qty: 4 });
    const [gone, less] = [await aProduct(shop.db), await aProduct(shop.db, { stock: 10 })];
    await putInCart(shop.db, shopper.id, { productId: gone.id });
    await putInCart(shop.db, shopper.id, { productId: less.id, qty: 5 });
    const order = await anOrderOf(shop, shopper);
    await shop.db.updateTable("products").set({ status: "hidden" }).where("id", "=", gone.id).execute();
    await shop.db.updateTable("product_variants").set({ stock: 2 }).where("product_id", "=", less.id).execute();
    await putInCart(shop.db, shopper.id, { productId: product.id, qty: 1 });

    const repeat = () => shop.ask("POST", `/v1/user/orders/${order.id}/repeat`, { token: shopper.token });
    const answers = await Promise.all(Array.from({ length: 10 }, repeat));
    for (const { status, body } of answers) {
      expect([status, body.message]).toEqual([200, "Добавили в корзину то, что есть в продаже."]);
      expect(body.data.stock_check).toEqual([
        { cart_id: `${gone.id}_0`, code: "unavailable", total: 1, available: 0 },
        { cart_id: `${less.id}_0`, code: "clamped", total: 5, available: 2 },
      ]);
      expect(body.data.cart_items.items.map((item) => [item.product.id, item.qty])).toEqual([
        [product.id, 4],
        [less.id, 2],
      ]);
    }
  });

  it("is for the owner alone", async () => {
    const { order } = await aPaidOrder(shop);
    const stranger = await anotherShopper(shop.db);
    expect((await shop.ask("POST", `/v1/user/orders/${order.id}/repeat`)).status).toBe(401);
    const refused = await shop.ask("POST", `/v1/user/orders/${order.id}/repeat`, { token: stranger.token });
    expect([refused.status, refused.body.code]).toEqual([404, "order_not_found"]);
  });
});
