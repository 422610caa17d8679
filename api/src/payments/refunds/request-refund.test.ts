import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../../test/payment-shop.ts";
import { grantPoints, spendPoints } from "../../loyalty/ledger.ts";
import { createPaidOrder, moveOrder } from "../../checkout/fixtures.ts";
import { transitionOrder } from "../../orders/status/transition-order.ts";
import { withTransaction } from "../../platform/db/database.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import { getPaymentState, refundAmount } from "../fixtures.ts";
import type { RefundRequest } from "./request-refund.ts";

const shop = await openPaymentTestShop();

const refundAndSettle = async (orderId: number, options: Partial<RefundRequest> = {}) => {
  const result = await refundAmount(shop.app, { orderId, ...options });
  await waitForBackgroundTasks();
  await shop.settlePayments();
  return result;
};
const getRefusalCode = (result: Promise<unknown>) =>
  result.then(() => null).catch((error: { code: string }) => error.code);
const getStock = async (productId: number) =>
  shop.db
    .selectFrom("product_variants")
    .select("stock")
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow()
    .then(({ stock }) => stock);
const shipOrder = async (id: number) => {
  await moveOrder(shop, id, "packing");
  await moveOrder(shop, id, "shipped", { tracking: "RR473124829JP" });
};
const listSentEmails = async () =>
  (await shop.db.selectFrom("emails").select("template").orderBy("id").execute()).map(({ template }) => template);

describe("a refund", () => {
  it("of the whole amount cancels an order that is not shipped and restocks its goods", async () => {
    const { order, product } = await createPaidOrder(shop, { qty: 2 });
    expect((await refundAndSettle(order.id)).amountMinor).toBe(order.total * 100);
    expect(await getPaymentState(shop.db, order.id)).toMatchObject({
      order: "refunded",
      history: ["awaiting_payment", "paid", "cancelled", "refunded"],
      refunds: [{ status: "succeeded", reason: "other", amount_minor: order.total * 100 }],
    });
    expect(await getStock(product.id)).toBe(10);
    expect(await listSentEmails()).not.toContain("payment_refunded");
  });

  it("of a part keeps the order's status, notifies the customer and leaves the exact rest", async () => {
    const { order } = await createPaidOrder(shop, { locale: "en-US", currency: "USD", priceMinor: 1290_00 });
    await shipOrder(order.id);
    await refundAndSettle(order.id, { amountMinor: 123 });
    expect((await getPaymentState(shop.db, order.id)).order).toBe("shipped");
    const notification = await shop.db
      .selectFrom("notifications")
      .select("title")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(notification?.title).toContain("$1.23");
    const remainingMinor = Math.round(order.total * 100) - 123;
    expect(await getRefusalCode(refundAndSettle(order.id, { amountMinor: remainingMinor + 1 }))).toBe(
      "refund_too_large",
    );
    expect((await refundAndSettle(order.id)).amountMinor).toBe(remainingMinor);
    expect(await getRefusalCode(refundAndSettle(order.id))).toBe("nothing_to_refund");
    expect((await getPaymentState(shop.db, order.id)).order).toBe("shipped");
    expect((await listSentEmails()).filter((template) => template === "payment_refunded")).toHaveLength(2);
  });

  it("in yen is in whole yen", async () => {
    const { order } = await createPaidOrder(shop, { currency: "JPY" });
    await shipOrder(order.id);
    await refundAndSettle(order.id, { amountMinor: 100 });
    const notification = await shop.db
      .selectFrom("notifications")
      .select("title")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(notification?.title).toContain("100\u00a0¥");
  });

  it("of a part is deducted when the order is canceled later", async () => {
    const { order } = await createPaidOrder(shop);
    await refundAndSettle(order.id, { amountMinor: 100 });
    await moveOrder(shop, order.id, "cancelled");
    await waitForBackgroundTasks();
    await shop.settlePayments();
    const { refunds, order: status } = await getPaymentState(shop.db, order.id);
    expect(refunds.map(({ amount_minor }) => amount_minor).sort()).toEqual([100, order.total * 100 - 100].sort());
    expect(status).toBe("refunded");
  });

  it("restocks returned goods once", async () => {
    const { order, product } = await createPaidOrder(shop, { qty: 2 });
    expect(await getRefusalCode(refundAndSettle(order.id, { amountMinor: 100, restock: true }))).toBe(
      "restock_not_possible",
    );
    await shipOrder(order.id);
    await withTransaction(shop.db, (tx) =>
      transitionOrder(shop.app, tx, order.id, "returned", { now: shop.clock.now() }),
    );
    expect(await getStock(product.id)).toBe(8);
    await refundAndSettle(order.id, { amountMinor: 100, restock: true });
    expect(await getStock(product.id)).toBe(10);
    expect(await getRefusalCode(refundAndSettle(order.id, { amountMinor: 100, restock: true }))).toBe(
      "restock_not_possible",
    );
    await refundAndSettle(order.id);
    expect((await getPaymentState(shop.db, order.id)).order).toBe("refunded");
    expect(await getStock(product.id)).toBe(10);
  });

  it("requested several times at once never exceeds the paid amount", async () => {
    const { order } = await createPaidOrder(shop);
    await shipOrder(order.id);
    const moreThanHalf = Math.floor((order.total * 100) / 2) + 1;
    const result = await Promise.all(
      [1, 2, 3, 4].map(() => getRefusalCode(refundAndSettle(order.id, { amountMinor: moreThanHalf }))),
    );
    expect(result.filter((code) => code === null)).toHaveLength(1);
    expect(result.filter((code) => code === "refund_too_large")).toHaveLength(3);
  });

  it("is refused for an unknown order and for an order with nothing to refund", async () => {
    expect(await getRefusalCode(refundAndSettle(123_456_789))).toBe("order_not_found");
    const { order } = await createPaidOrder(shop);
    await refundAndSettle(order.id);
    expect(await getRefusalCode(refundAndSettle(order.id))).toBe("nothing_to_refund");
  });
});

describe("gift card amount and loyalty points", () => {
  it("are returned in proportion, and completely once everything is refunded", async () => {
    const { order, shopper } = await createPaidOrder(shop);
    // Simulates an order that was partly paid with a gift card of 300 rubles and 100 points.
    const giftCardId = await createSpentGiftCard(order.id, 300_00);
    await redeemPoints(shopper.id, order.id, 100);
    await shipOrder(order.id);
    const paidMinor = order.total * 100;
    await refundAndSettle(order.id, { amountMinor: Math.floor(paidMinor / 3) });
    expect(await getReturnedAmounts(giftCardId, shopper.id)).toEqual({ certificate: 99_99, bonuses: 33 });
    await refundAndSettle(order.id);
    expect(await getReturnedAmounts(giftCardId, shopper.id)).toEqual({ certificate: 300_00, bonuses: 100 });
  });
});

async function createSpentGiftCard(orderId: number, amountMinor: number): Promise<number> {
  const { id } = await shop.db
    .insertInto("gift_cards")
    .values({ code: `TEST-${orderId}`, amount_minor: amountMinor, balance_minor: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto("gift_card_entries")
    .values({ gift_card_id: id, order_id: orderId, delta_minor: -amountMinor })
    .execute();
  return id;
}

async function redeemPoints(customerId: number, orderId: number, amount: number): Promise<void> {
  const now = shop.clock.now();
  await withTransaction(shop.db, async (tx) => {
    await grantPoints(tx, { customerId, amount, reason: "for the test" }, now);
    await spendPoints(tx, { customerId, orderId, amount }, now);
  });
  await shop.db
    .updateTable("orders")
    .set((order) => ({
      loyalty_minor: amount * 100,
      products_minor: sql<number>`${order.ref("products_minor")} + ${amount * 100}`,
    }))
    .where("id", "=", orderId)
    .execute();
}

async function getReturnedAmounts(giftCardId: number, customerId: number) {
  const { balance_minor } = await shop.db
    .selectFrom("gift_cards")
    .select("balance_minor")
    .where("id", "=", giftCardId)
    .executeTakeFirstOrThrow();
  const { balance } = await shop.db
    .selectFrom("loyalty_accounts")
    .select("balance")
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return { certificate: balance_minor, bonuses: balance };
}
