import { describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { createReadyCart } from "../cart/fixtures.ts";
import { placeOrder, createPaidOrder } from "../checkout/fixtures.ts";
import { waitForBackgroundTasks } from "./background-tasks.ts";
import { createUnpaidOrder, getPaymentState, refundAmount } from "./fixtures.ts";
import { expirePayments } from "./jobs.ts";

const shop = await openPaymentTestShop();

const getPayment = async (paymentId: string) => (await shop.request("GET", `/v1/payments/${paymentId}`)).body.data;
const paidOnceState = {
  order: "paid",
  payments: ["success"],
  attempts: ["succeeded"],
  history: ["awaiting_payment", "paid"],
  refunds: [],
};
const countMails = async (template: string) =>
  (await shop.db.selectFrom("emails").select("template").where("template", "=", template).execute()).length;

describe("the browser's return races with the webhook", () => {
  it.each(["before", "during", "after"])(
    "the same webhook ten times, %s the return: one order, one payment, one email",
    async (when) => {
      const { shopper } = await createReadyCart(shop.db);
      const order = await placeOrder(shop, shopper);
      shop.network.shouldDeliver = false;
      await shop.confirmPayment(order.paymentId, await shop.createCardToken());
      await shop.settlePayments();
      const notification = shop.network.sent.at(-1)!;
      const deliverTenTimes = () => Promise.all(Array.from({ length: 10 }, () => shop.deliverWebhook(notification)));
      const loadPageFiveTimes = () => Promise.all(Array.from({ length: 5 }, () => getPayment(order.paymentId)));
      if (when === "before") await deliverTenTimes();
      await (when === "during" ? Promise.all([deliverTenTimes(), loadPageFiveTimes()]) : loadPageFiveTimes());
      if (when === "after") await deliverTenTimes();
      await waitForBackgroundTasks();
      expect(await getPayment(order.paymentId)).toMatchObject({ status: "success", in_progress: false });
      expect(await getPaymentState(shop.db, order.id)).toEqual(paidOnceState);
      expect(await countMails("order_paid")).toBe(1);
    },
  );

  it("a payment of an expired order is refunded, and its page says so", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    shop.network.interceptGatewayCall = async (request, pass) => {
      await pass(request);
      throw new TypeError("terminated");
    };
    shop.network.shouldDeliver = false;
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    await shop.settlePayments();
    shop.clock.advance(60 * 60_000);
    await expirePayments(shop.app);
    shop.network.shouldDeliver = true;
    await shop.settlePayments();
    expect(await getPayment(paymentId)).toMatchObject({ status: "cancelled", refund: "pending" });
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "refunded",
      refunds: [{ status: "succeeded" }],
    });
  });
});

it("changing the cart in a second tab changes neither the order nor the charged amount", async () => {
  const { shopper, product } = await createReadyCart(shop.db, { priceMinor: 1290_00 });
  const order = await placeOrder(shop, shopper);
  const requestBodies: string[] = [];
  shop.network.interceptGatewayCall = async (request, pass) => {
    if (request.method === "POST") requestBodies.push(await request.clone().text());
    return pass(request);
  };
  await shop.db.updateTable("product_variants").set({ price_minor: 9_999_00 }).execute();
  await shop.request("POST", "/v1/user/cart", { token: shopper.token, body: [{ product_id: product.id, qty: 5 }] });
  await shop.confirmPayment(order.paymentId, await shop.createCardToken());
  await shop.settlePayments();
  const { amount } = JSON.parse(requestBodies[0] ?? "{}") as { amount: { value: string } };
  expect(Number(amount.value)).toBe(order.total);
  const response = await shop.request("GET", `/v1/user/orders/${order.id}`, { token: shopper.token });
  expect(response.body.data).toMatchObject({ status: "paid", total: order.total });
});

it.each([
  ["ru-RU", "RUB"],
  ["en-US", "USD"],
] as const)("a webhook sends the email in the order's language: %s", async (locale, currency) => {
  await createPaidOrder(shop, { locale, currency });
  const mails = await shop.db.selectFrom("emails").select("locale").where("template", "=", "order_paid").execute();
  expect(mails).toEqual([{ locale }]);
});

it("yen are charged and refunded as yen", async () => {
  const { order } = await createPaidOrder(shop, { currency: "JPY", priceMinor: 1290_00 });
  expect(Number.isInteger(order.total)).toBe(true);
  const rows = await shop.pool.query("select amount_minor, currency from sandbox_gateway.payments");
  expect(rows.rows).toEqual([{ amount_minor: order.total, currency: "JPY" }]);
  await refundAmount(shop.app, { orderId: order.id, amountMinor: 7 });
  await waitForBackgroundTasks();
  await shop.settlePayments();
  const refunds = await shop.pool.query("select amount_minor, status from sandbox_gateway.refunds");
  expect(refunds.rows).toEqual([{ amount_minor: 7, status: "succeeded" }]);
});

describe("is refused:", () => {
  it("a confirmation of a paid or expired payment, and a guessed id", async () => {
    const paid = await createUnpaidOrder(shop.db);
    await shop.confirmPayment(paid.paymentId, await shop.createCardToken());
    await shop.settlePayments();
    const expired = await createUnpaidOrder(shop.db, { payUntil: shop.clock.now() });
    const codes = await Promise.all(
      [paid.paymentId, expired.paymentId, "A".repeat(32)].map(async (id) => {
        const { status, body } = await shop.confirmPayment(id, await shop.createCardToken());
        return [status, body.code];
      }),
    );
    expect(codes).toEqual([
      [409, "payment_ended"],
      [409, "payment_ended"],
      [404, "payment_not_found"],
    ]);
  });

  it("a token that has already been used for another payment", async () => {
    const token = await shop.createCardToken();
    const [first, second] = [await createUnpaidOrder(shop.db), await createUnpaidOrder(shop.db)];
    await shop.confirmPayment(first.paymentId, token);
    const repeated = await shop.confirmPayment(second.paymentId, token);
    expect([repeated.status, repeated.body.code]).toEqual([422, "card_token_invalid"]);
  });

  it("a webhook of two megabytes, before any of it is stored", async () => {
    const huge = shop.createSignedWebhook({
      type: "notification",
      id: "huge",
      event: "x",
      object: { id: "x".repeat(2_000_000) },
    });
    const { status, body } = await shop.deliverWebhook(huge);
    expect([status, body.code]).toEqual([413, "too_large"]);
    expect(await shop.db.selectFrom("webhook_events").select("event_id").execute()).toEqual([]);
  });
});
