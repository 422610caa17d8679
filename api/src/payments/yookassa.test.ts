import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { openYookassaServer } from "../../test/yookassa-server.ts";
import { changeSetting } from "../platform/settings.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";
import { expirePayments, reconcileAttempts, recoverAttempts, sendOpenRefunds } from "./jobs.ts";
import { receiptData } from "./settings.ts";

const SECRET_KEY = "test_AbCdEfGhIjKlMnOpQrStUv";
const yookassa = await openYookassaServer("100500", SECRET_KEY);
const shop = await openTestShop({
  fetch: yookassa.fetch,
  env: { PAYMENT_PROVIDERS: "yookassa", YOOKASSA_SHOP_ID: "100500", YOOKASSA_SECRET_KEY: SECRET_KEY },
});
const MINUTE = 60_000;
const SENDER = "185.71.76.10";

beforeEach(() => {
  yookassa.payments.clear();
  yookassa.refunds.clear();
});

const anOrder = async () => anUnpaidOrder(shop.db, { provider: "yookassa" });
const confirm = async (paymentId: string, key: string = randomUUID()) =>
  shop.ask("POST", `/v1/payments/${paymentId}/confirm`, { body: {}, key });
const show = async (paymentId: string) => (await shop.ask("GET", `/v1/payments/${paymentId}`)).body.data;
const tell = async (notification: object, ip = SENDER) => {
  const answer = await shop.ask("POST", "/v1/webhooks/yookassa", {
    body: notification,
    headers: { "x-client-ip": ip },
  });
  await paymentsAtRest();
  return answer;
};

/** An order whose shopper was led to the provider's page. */
async function aLedShopper() {
  const order = await anOrder();
  const { body } = await confirm(order.paymentId);
  const [ref = ""] = [...yookassa.payments.keys()].slice(-1);
  return { ...order, ref, url: body.data.action.url };
}

const paid = { order: "paid", payments: ["success"], attempts: ["succeeded"], history: ["awaiting_payment", "paid"] };

describe("paying at YooKassa", () => {
  it("leads to its page, with everything told that is compared afterwards", async () => {
    const { orderId, paymentId } = await anOrder();
    expect(await show(paymentId)).toMatchObject({ action: { type: "redirect" }, test_mode: true });
    const { body } = await confirm(paymentId);
    expect(body.data).toMatchObject({
      status: "awaiting",
      in_progress: true,
      action: { type: "redirect", url: expect.stringMatching(/^https:\/\/yoomoney\.ru\//) },
    });
    const call = yookassa.calls[0];
    expect(call?.headers["idempotence-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(call?.body ?? "")).toEqual({
      amount: { value: "1500.00", currency: "RUB" },
      capture: true,
      confirmation: {
        type: "redirect",
        return_url: `http://shop.test/jpcart/payment/${paymentId}?returned=1`,
        locale: "ru_RU",
      },
      description: `Заказ ${orderId}`,
      metadata: { attempt_id: expect.any(String), payment_id: paymentId, order_id: String(orderId) },
      payment_method_data: { type: "bank_card" },
    });
  });

  it("is paid once, by the word of the payment itself", async () => {
    const { orderId, ref } = await aLedShopper();
    const notification = yookassa.end(ref, "succeeded");
    for (let time = 0; time < 3; time++) expect((await tell(notification)).status).toBe(200);
    expect(await standing(shop.db, orderId)).toMatchObject({ ...paid, refunds: [] });
  });

  it("leads a second tab to the same page", async () => {
    const { paymentId, url } = await aLedShopper();
    expect((await confirm(paymentId)).body.data.action).toEqual({ type: "redirect", url });
    expect(yookassa.payments.size).toBe(1);
  });

  it("declined may be tried again, under a key of its own", async () => {
    const { orderId, paymentId, ref } = await aLedShopper();
    await tell(yookassa.end(ref, "canceled", "insufficient_funds"));
    expect(await show(paymentId)).toMatchObject({
      status: "error",
      decline_reason: "insufficient_funds",
      action: { type: "redirect" },
    });
    await confirm(paymentId);
    const [, second = ""] = [...yookassa.payments.keys()];
    await tell(yookassa.end(second, "succeeded"));
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "paid",
      attempts: ["failed: insufficient_funds", "succeeded"],
    });
  });

  it("sends the receipt of what is paid, where the shop asks for that", async () => {
    await changeSetting(shop.db, receiptData, { vat_code: 1, delivery_vat_code: 2, tax_system_code: 3 });
    const { paymentId } = await anUnpaidOrder(shop.db, { provider: "yookassa" });
    await confirm(paymentId);
    expect(JSON.parse(yookassa.calls[0]?.body ?? "")).toMatchObject({
      receipt: { customer: { email: expect.stringContaining("@") }, tax_system_code: 3 },
    });
  });
});

describe("a notification, which nothing signs", () => {
  it.each(["77.75.154.128", "77.75.156.35", "::ffff:185.71.77.1", "2a02:5180::1"])("is taken from %s", async (ip) => {
    const { orderId, ref } = await aLedShopper();
    expect((await tell(yookassa.end(ref, "succeeded"), ip)).status).toBe(200);
    expect((await standing(shop.db, orderId)).order).toBe("paid");
  });

  it.each(["127.0.0.1", "185.71.78.1", "77.75.156.12", "2a02:5181::1", "", "nonsense"])(
    "is refused from %s",
    async (ip) => {
      const { orderId, ref } = await aLedShopper();
      const { status, body } = await tell(yookassa.end(ref, "succeeded"), ip);
      expect([status, body.code]).toEqual([401, "webhook_signature_invalid"]);
      expect((await standing(shop.db, orderId)).order).toBe("awaiting_payment");
    },
  );

  it("is not believed: what it claims is read again", async () => {
    const { orderId, ref } = await aLedShopper();
    const payment = yookassa.payments.get(ref);
    await tell({ type: "notification", event: "payment.succeeded", object: { ...payment, status: "succeeded" } });
    expect((await standing(shop.db, orderId)).order).toBe("awaiting_payment");
  });

  it("of an unknown payment, of another kind, or of no form is kept or refused, and moves nothing", async () => {
    const object = { id: "2d0a3c1e-000f-5000-9000-1b0b0b0b0b0b", status: "succeeded" };
    expect((await tell({ event: "payment.succeeded", object })).status).toBe(200);
    expect((await tell({ event: "payout.succeeded", object })).status).toBe(200);
    expect((await tell({ event: 7 })).body.code).toBe("malformed");
    const rows = await shop.db.selectFrom("webhook_events").select("outcome").orderBy("event_id").execute();
    expect(rows.map(({ outcome }) => outcome)).toEqual(["unknown_payment", "ignored"]);
  });
});

describe("YooKassa out of order", () => {
  const serverError = { status: 500, body: { type: "error", code: "internal_server_error" } };
  const tooMany = { status: 429, body: { type: "error", code: "too_many_requests" } };

  it.each([
    ["500", serverError],
    ["429", tooMany],
    ["a connection cut", "cut"],
    ["an answer lost", "lost"],
  ] as const)("once (%s): the same key again makes one payment", async (_what, mishap) => {
    yookassa.mishaps.push(mishap);
    const { url } = await aLedShopper();
    expect(url).toMatch(/^https:/);
    expect(yookassa.payments.size).toBe(1);
    expect(new Set(yookassa.calls.map(({ headers }) => headers["idempotence-key"])).size).toBe(1);
  });

  it("for long: the shopper is told, and the attempt is found again by the job", async () => {
    yookassa.mishaps.push("lost", "lost", "lost");
    const { orderId, paymentId } = await anOrder();
    const refused = await confirm(paymentId);
    expect([refused.status, refused.body.code]).toEqual([503, "gateway_unavailable"]);
    shop.clock.advance(MINUTE);
    expect(await recoverAttempts(shop.house)).toBe(1);
    expect(yookassa.payments.size).toBe(1);
    expect(await show(paymentId)).toMatchObject({
      action: { type: "redirect", url: expect.stringMatching(/^https:/) },
    });
    const [ref = ""] = [...yookassa.payments.keys()];
    await tell(yookassa.end(ref, "succeeded"));
    expect((await standing(shop.db, orderId)).order).toBe("paid");
    shop.errors.length = 0;
  });

  it("with wrong keys: told as out of reach, and to the operator", async () => {
    yookassa.mishaps.push({ status: 401, body: { type: "error", code: "invalid_credentials" } });
    const { paymentId } = await anOrder();
    expect((await confirm(paymentId)).status).toBe(503);
    expect(shop.errors).toHaveLength(1);
    expect(JSON.stringify(shop.errors)).not.toContain(SECRET_KEY);
  });

  it("refusing the payment itself: told so, and another try is free", async () => {
    yookassa.mishaps.push({ status: 400, body: { type: "error", code: "invalid_request", parameter: "receipt" } });
    const { orderId, paymentId } = await anOrder();
    const refused = await confirm(paymentId);
    expect([refused.status, refused.body.code]).toEqual([422, "payment_refused"]);
    expect((await standing(shop.db, orderId)).attempts).toEqual(["failed: receipt"]);
    expect((await confirm(paymentId)).status).toBe(200);
  });
});

describe("an order whose time is over", () => {
  it("is not kept by a page nobody pays on; money that comes later goes back", async () => {
    const { orderId, ref } = await aLedShopper();
    shop.clock.advance(60 * MINUTE);
    await reconcileAttempts(shop.house);
    expect(await expirePayments(shop.house)).toBe(0);
    shop.clock.advance(5 * MINUTE);
    expect(await expirePayments(shop.house)).toBe(1);
    expect((await standing(shop.db, orderId)).order).toBe("cancelled");
    await tell(yookassa.end(ref, "succeeded"));
    const [refund = ""] = [...yookassa.refunds.keys()];
    expect(yookassa.refunds.get(refund)?.amount).toEqual({ value: "1500.00", currency: "RUB" });
    await tell(yookassa.endRefund(refund, "succeeded"));
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "refunded", refunds: [{ status: "succeeded" }] });
  });

  it("goes back with a receipt of its own, where the shop asks for that", async () => {
    await changeSetting(shop.db, receiptData, { vat_code: 1, delivery_vat_code: 2, tax_system_code: null });
    const { ref } = await aLedShopper();
    shop.clock.advance(70 * MINUTE);
    await expirePayments(shop.house);
    await tell(yookassa.end(ref, "succeeded"));
    const [asked, back] = ["/payments", "/refunds"].map(
      (path) => JSON.parse(yookassa.calls.find((call) => call.path === `/v3${path}`)?.body ?? "").receipt,
    );
    expect(back).toMatchObject({ customer: { email: expect.stringContaining("@") } });
    expect(back).toEqual(asked);
  });

  it("whose refund the provider cancels is left to the staff", async () => {
    const { orderId, ref } = await aLedShopper();
    shop.clock.advance(65 * MINUTE);
    await expirePayments(shop.house);
    await tell(yookassa.end(ref, "succeeded"));
    const [refund = ""] = [...yookassa.refunds.keys()];
    yookassa.endRefund(refund, "canceled");
    await sendOpenRefunds(shop.house);
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "cancelled", refunds: [{ status: "failed" }] });
    expect(shop.errors.map(String).join()).toContain("cancelled by the provider");
  });
});
