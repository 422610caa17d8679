import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { openPayingShop } from "../../test/paying-shop.ts";
import { grantBonuses, spendBonuses } from "../bonuses/service.ts";
import { aPaidOrder } from "../checkout/fixtures.ts";
import { moveByStaff } from "../checkout/second-thoughts.ts";
import { moveOrder } from "../orders/service.ts";
import { withTransaction } from "../platform/db.ts";
import { paymentsAtRest } from "./background.ts";
import { standing } from "./fixtures.ts";
import { refundOrder, type RefundAsked } from "./order-refunds.ts";

const shop = await openPayingShop();

beforeEach(() => {
  shop.line.toGateway = (request, pass) => pass(request);
  shop.line.delivers = true;
  shop.line.sent.length = 0;
});

const refund = async (orderId: number, more: Partial<RefundAsked> = {}) => {
  const asked = await refundOrder(shop.house, { orderId, amountMinor: null, restock: false, ...more });
  await paymentsAtRest();
  await shop.settle();
  return asked;
};
const refusalOf = (asked: Promise<unknown>) => asked.then(() => null).catch((error: { code: string }) => error.code);
const stockOf = async (productId: number) =>
  shop.db
    .selectFrom("product_variants")
    .select("stock")
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow()
    .then(({ stock }) => stock);
const ship = async (id: number) => {
  await moveByStaff(shop.house, id, "packing", {});
  await moveByStaff(shop.house, id, "shipped", { tracking: "RR473124829JP" });
};
const lettersSent = async () =>
  (await shop.db.selectFrom("mails").select("template").orderBy("id").execute()).map(({ template }) => template);

describe("a refund", () => {
  it("of everything calls an order off that is not shipped, with its goods back on sale", async () => {
    const { order, product } = await aPaidOrder(shop, { qty: 2 });
    expect((await refund(order.id)).amountMinor).toBe(order.total * 100);
    expect(await standing(shop.db, order.id)).toMatchObject({
      order: "refunded",
      history: ["awaiting_payment", "paid", "cancelled", "refunded"],
      refunds: [{ status: "succeeded", reason: "asked_by_shop", amount_minor: order.total * 100 }],
    });
    expect(await stockOf(product.id)).toBe(10);
    expect(await lettersSent()).not.toContain("payment_money_back");
  });

  it("of a part leaves the order as it is, tells the customer, and the rest can follow to the last kopeck", async () => {
    const { order } = await aPaidOrder(shop, { locale: "en-US", currency: "USD", priceMinor: 1290_00 });
    await ship(order.id);
    await refund(order.id, { amountMinor: 123 });
    expect((await standing(shop.db, order.id)).order).toBe("shipped");
    const bell = await shop.db.selectFrom("notifications").select("title").orderBy("id", "desc").executeTakeFirst();
    expect(bell?.title).toContain("$1.23");
    const left = Math.round(order.total * 100) - 123;
    expect(await refusalOf(refund(order.id, { amountMinor: left + 1 }))).toBe("refund_too_large");
    expect((await refund(order.id)).amountMinor).toBe(left);
    expect(await refusalOf(refund(order.id))).toBe("nothing_to_refund");
    expect((await standing(shop.db, order.id)).order).toBe("shipped");
    expect((await lettersSent()).filter((template) => template === "payment_money_back")).toHaveLength(2);
  });

  it("of yen is of whole yen", async () => {
    const { order } = await aPaidOrder(shop, { currency: "JPY" });
    await ship(order.id);
    await refund(order.id, { amountMinor: 100 });
    const bell = await shop.db.selectFrom("notifications").select("title").orderBy("id", "desc").executeTakeFirst();
    expect(bell?.title).toContain("100\u00a0¥");
  });

  it("after a part, calling the order off gives back only what is left", async () => {
    const { order } = await aPaidOrder(shop);
    await refund(order.id, { amountMinor: 100 });
    await moveByStaff(shop.house, order.id, "cancelled", {});
    await paymentsAtRest();
    await shop.settle();
    const { refunds, order: status } = await standing(shop.db, order.id);
    expect(refunds.map(({ amount_minor }) => amount_minor).sort()).toEqual([100, order.total * 100 - 100].sort());
    expect(status).toBe("refunded");
  });

  it("puts goods that came back on sale again, once", async () => {
    const { order, product } = await aPaidOrder(shop, { qty: 2 });
    expect(await refusalOf(refund(order.id, { amountMinor: 100, restock: true }))).toBe("restock_not_possible");
    await ship(order.id);
    await withTransaction(shop.db, (tx) => moveOrder(tx, order.id, "returned", { now: shop.clock.now() }));
    expect(await stockOf(product.id)).toBe(8);
    await refund(order.id, { amountMinor: 100, restock: true });
    expect(await stockOf(product.id)).toBe(10);
    expect(await refusalOf(refund(order.id, { amountMinor: 100, restock: true }))).toBe("restock_not_possible");
    await refund(order.id);
    expect((await standing(shop.db, order.id)).order).toBe("refunded");
    expect(await stockOf(product.id)).toBe(10);
  });

  it("asked for by several at once never gives back more than was paid", async () => {
    const { order } = await aPaidOrder(shop);
    await ship(order.id);
    const half = Math.floor((order.total * 100) / 2) + 1;
    const asked = await Promise.all([1, 2, 3, 4].map(() => refusalOf(refund(order.id, { amountMinor: half }))));
    expect(asked.filter((code) => code === null)).toHaveLength(1);
    expect(asked.filter((code) => code === "refund_too_large")).toHaveLength(3);
  });

  it("of what was never paid, or is not there, is refused", async () => {
    expect(await refusalOf(refund(123_456_789))).toBe("order_not_found");
    const { order } = await aPaidOrder(shop);
    await refund(order.id);
    expect(await refusalOf(refund(order.id))).toBe("nothing_to_refund");
  });
});

describe("what paid beside the money", () => {
  it("goes back in proportion, to the last kopeck of certificate and the last bonus once all is back", async () => {
    const { order, shopper } = await aPaidOrder(shop);
    // As an order that was paid with a certificate of 300 roubles and 100 bonuses besides.
    const certificateId = await aSpentCertificate(order.id, 300_00);
    await spentBonuses(shopper.id, order.id, 100);
    await ship(order.id);
    const paidMinor = order.total * 100;
    await refund(order.id, { amountMinor: Math.floor(paidMinor / 3) });
    expect(await returned(certificateId, shopper.id)).toEqual({ certificate: 99_99, bonuses: 33 });
    await refund(order.id);
    expect(await returned(certificateId, shopper.id)).toEqual({ certificate: 300_00, bonuses: 100 });
  });
});

async function aSpentCertificate(orderId: number, amountMinor: number): Promise<number> {
  const { id } = await shop.db
    .insertInto("gift_certificates")
    .values({ code: `TEST-${orderId}`, amount_minor: amountMinor, balance_minor: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  await shop.db
    .insertInto("gift_certificate_entries")
    .values({ certificate_id: id, order_id: orderId, delta_minor: -amountMinor })
    .execute();
  return id;
}

async function spentBonuses(customerId: number, orderId: number, amount: number): Promise<void> {
  const now = shop.clock.now();
  await withTransaction(shop.db, async (tx) => {
    await grantBonuses(tx, { customerId, amount, reason: "for the test" }, now);
    await spendBonuses(tx, { customerId, orderId, amount }, now);
  });
  await shop.db
    .updateTable("orders")
    .set((order) => ({
      bonus_minor: amount * 100,
      products_minor: sql<number>`${order.ref("products_minor")} + ${amount * 100}`,
    }))
    .where("id", "=", orderId)
    .execute();
}

async function returned(certificateId: number, customerId: number) {
  const { balance_minor } = await shop.db
    .selectFrom("gift_certificates")
    .select("balance_minor")
    .where("id", "=", certificateId)
    .executeTakeFirstOrThrow();
  const { balance } = await shop.db
    .selectFrom("bonus_accounts")
    .select("balance")
    .where("customer_id", "=", customerId)
    .executeTakeFirstOrThrow();
  return { certificate: balance_minor, bonuses: balance };
}
