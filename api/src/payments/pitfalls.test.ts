import { beforeEach, describe, expect, it } from "vitest";
import { openPayingShop } from "../../test/paying-shop.ts";
import { aReadyCart } from "../cart/fixtures.ts";
import { anOrderOf, aPaidOrder } from "../checkout/fixtures.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";
import { expirePayments } from "./jobs.ts";
import { refundOrder } from "./order-refunds.ts";

const shop = await openPayingShop();

beforeEach(() => {
  shop.line.toGateway = (request, pass) => pass(request);
  shop.line.delivers = true;
  shop.line.sent.length = 0;
});

const show = async (paymentId: string) => (await shop.ask("GET", `/v1/payments/${paymentId}`)).body.data;
const paidOnce = {
  order: "paid",
  payments: ["success"],
  attempts: ["succeeded"],
  history: ["awaiting_payment", "paid"],
  refunds: [],
};
const mailsOf = async (template: string) =>
  (await shop.db.selectFrom("mails").select("template").where("template", "=", template).execute()).length;

describe("the browser's return and the webhook race", () => {
  it.each(["before", "during", "after"])(
    "the same webhook ten times, %s the return: one order, one payment, one letter",
    async (when) => {
      const { shopper } = await aReadyCart(shop.db);
      const order = await anOrderOf(shop, shopper);
      shop.line.delivers = false;
      await shop.confirm(order.paymentId, await shop.tokenFor());
      await shop.settle();
      const news = shop.line.sent.at(-1)!;
      const tell = () => Promise.all(Array.from({ length: 10 }, () => shop.deliver(news)));
      const back = () => Promise.all(Array.from({ length: 5 }, () => show(order.paymentId)));
      if (when === "before") await tell();
      await (when === "during" ? Promise.all([tell(), back()]) : back());
      if (when === "after") await tell();
      await paymentsAtRest();
      expect(await show(order.paymentId)).toMatchObject({ status: "success", in_progress: false });
      expect(await standing(shop.db, order.id)).toEqual(paidOnce);
      expect(await mailsOf("order_paid")).toBe(1);
    },
  );

  it("a payment of an order that was let go goes back, and its page says so", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    shop.line.toGateway = async (request, pass) => {
      await pass(request);
      throw new TypeError("terminated");
    };
    shop.line.delivers = false;
    await shop.confirm(paymentId, await shop.tokenFor());
    shop.line.toGateway = (request, pass) => pass(request);
    await shop.settle();
    shop.clock.advance(60 * 60_000);
    await expirePayments(shop.house);
    shop.line.delivers = true;
    await shop.settle();
    expect(await show(paymentId)).toMatchObject({ status: "cancelled", refund: "pending" });
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "refunded", refunds: [{ status: "succeeded" }] });
  });
});

it("a cart that changes in a second tab changes neither the order nor what is charged", async () => {
  const { shopper, product } = await aReadyCart(shop.db, { priceMinor: 1290_00 });
  const order = await anOrderOf(shop, shopper);
  const asked: string[] = [];
  shop.line.toGateway = async (request, pass) => {
    if (request.method === "POST") asked.push(await request.clone().text());
    return pass(request);
  };
  await shop.db.updateTable("product_variants").set({ price_minor: 9_999_00 }).execute();
  await shop.ask("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty: 5 }] });
  await shop.confirm(order.paymentId, await shop.tokenFor());
  await shop.settle();
  const { amount } = JSON.parse(asked[0] ?? "{}") as { amount: { value: string } };
  expect(Number(amount.value)).toBe(order.total);
  const shown = await shop.ask("GET", `/v1/user/orders/${order.id}`, { token: shopper.token });
  expect(shown.body.data).toMatchObject({ status: "paid", total: order.total });
});

it.each([
  ["ru-RU", "RUB"],
  ["en-US", "USD"],
] as const)("a webhook, which has no language, sends the letter in the order's: %s", async (locale, currency) => {
  await aPaidOrder(shop, { locale, currency });
  const mails = await shop.db.selectFrom("mails").select("locale").where("template", "=", "order_paid").execute();
  expect(mails).toEqual([{ locale }]);
});

it("yen go from the cart to the gateway and back as yen, refunds too", async () => {
  const { order } = await aPaidOrder(shop, { currency: "JPY", priceMinor: 1290_00 });
  expect(Number.isInteger(order.total)).toBe(true);
  const rows = await shop.pool.query("select amount_minor, currency from sandbox_gateway.payments");
  expect(rows.rows).toEqual([{ amount_minor: order.total, currency: "JPY" }]);
  await refundOrder(shop.house, { orderId: order.id, amountMinor: 7, restock: false });
  await paymentsAtRest();
  await shop.settle();
  const refunds = await shop.pool.query("select amount_minor, status from sandbox_gateway.refunds");
  expect(refunds.rows).toEqual([{ amount_minor: 7, status: "succeeded" }]);
});

describe("what must be refused", () => {
  it("a confirmation of a paid, an expired and another's payment, and a guessed id", async () => {
    const paid = await anUnpaidOrder(shop.db);
    await shop.confirm(paid.paymentId, await shop.tokenFor());
    await shop.settle();
    const late = await anUnpaidOrder(shop.db, { payUntil: shop.clock.now() });
    const codes = await Promise.all(
      [paid.paymentId, late.paymentId, "A".repeat(32)].map(async (id) => {
        const { status, body } = await shop.confirm(id, await shop.tokenFor());
        return [status, body.code];
      }),
    );
    expect(codes).toEqual([
      [409, "payment_ended"],
      [409, "payment_ended"],
      [404, "payment_not_found"],
    ]);
  });

  it("a token that has paid for another", async () => {
    const token = await shop.tokenFor();
    const [first, second] = [await anUnpaidOrder(shop.db), await anUnpaidOrder(shop.db)];
    await shop.confirm(first.paymentId, token);
    const again = await shop.confirm(second.paymentId, token);
    expect([again.status, again.body.code]).toEqual([422, "card_token_invalid"]);
  });

  it("a webhook of two megabytes, before anything of it is stored", async () => {
    const huge = shop.signed({ type: "notification", id: "huge", event: "x", object: { id: "x".repeat(2_000_000) } });
    const { status, body } = await shop.deliver(huge);
    expect([status, body.code]).toEqual([413, "too_large"]);
    expect(await shop.db.selectFrom("webhook_events").select("event_id").execute()).toEqual([]);
  });
});
