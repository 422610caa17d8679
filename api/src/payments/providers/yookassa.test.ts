import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { openYookassaServer } from "../../../test/yookassa-server.ts";
import { updateSetting } from "../../platform/settings/settings.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import { createUnpaidOrder, getPaymentState } from "../fixtures.ts";
import { expirePayments, reconcileAttempts, recoverAttempts, sendOpenRefunds } from "../jobs.ts";
import { receiptSettings } from "../settings.ts";

const SECRET_KEY = "test_AbCdEfGhIjKlMnOpQrStUv";
const yookassa = await openYookassaServer("100500", SECRET_KEY);
const shop = await openTestShop({
  fetch: yookassa.fetch,
  env: { PAYMENT_PROVIDERS: "yookassa", YOOKASSA_SHOP_ID: "100500", YOOKASSA_SECRET_KEY: SECRET_KEY },
});
const MINUTE_MS = 60_000;
const SENDER = "185.71.76.10";

beforeEach(() => {
  yookassa.payments.clear();
  yookassa.refunds.clear();
});

const createOrder = async () => createUnpaidOrder(shop.db, { provider: "yookassa" });
const confirm = async (paymentId: string, key: string = randomUUID()) =>
  shop.request("POST", `/v1/payments/${paymentId}/confirm`, { body: {}, key });
const getPayment = async (paymentId: string) => (await shop.request("GET", `/v1/payments/${paymentId}`)).body.data;
const sendWebhook = async (notification: object, ip = SENDER) => {
  const response = await shop.request("POST", "/v1/webhooks/yookassa", {
    body: notification,
    headers: { "x-client-ip": ip },
  });
  await waitForBackgroundTasks();
  return response;
};

/** Creates an order whose shopper was redirected to the provider's page. */
async function createRedirectedOrder() {
  const order = await createOrder();
  const { body } = await confirm(order.paymentId);
  const [ref = ""] = [...yookassa.payments.keys()].slice(-1);
  return { ...order, ref, url: body.data.action.url };
}

const paidState = {
  order: "paid",
  payments: ["success"],
  attempts: ["succeeded"],
  history: ["awaiting_payment", "paid"],
};

describe("paying at YooKassa", () => {
  it("redirects to its page and sends everything that is compared afterwards", async () => {
    const { orderId, paymentId } = await createOrder();
    expect(await getPayment(paymentId)).toMatchObject({ action: { type: "redirect" }, test_mode: true });
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

  it("is paid once, by the state of the payment itself", async () => {
    const { orderId, ref } = await createRedirectedOrder();
    const notification = yookassa.endPayment(ref, "succeeded");
    for (let run = 0; run < 3; run++) expect((await sendWebhook(notification)).status).toBe(200);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ ...paidState, refunds: [] });
  });

  it("redirects a second tab to the same page", async () => {
    const { paymentId, url } = await createRedirectedOrder();
    expect((await confirm(paymentId)).body.data.action).toEqual({ type: "redirect", url });
    expect(yookassa.payments.size).toBe(1);
  });

  it("can be retried after a decline, with a new idempotency key", async () => {
    const { orderId, paymentId, ref } = await createRedirectedOrder();
    await sendWebhook(yookassa.endPayment(ref, "canceled", "insufficient_funds"));
    expect(await getPayment(paymentId)).toMatchObject({
      status: "error",
      decline_reason: "insufficient_funds",
      action: { type: "redirect" },
    });
    await confirm(paymentId);
    const [, second = ""] = [...yookassa.payments.keys()];
    await sendWebhook(yookassa.endPayment(second, "succeeded"));
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      attempts: ["failed: insufficient_funds", "succeeded"],
    });
  });

  it("sends the receipt of the payment if the shop is configured so", async () => {
    await updateSetting(shop.db, receiptSettings, { vat_code: 1, delivery_vat_code: 2, tax_system_code: 3 });
    const { paymentId } = await createUnpaidOrder(shop.db, { provider: "yookassa" });
    await confirm(paymentId);
    expect(JSON.parse(yookassa.calls[0]?.body ?? "")).toMatchObject({
      receipt: { customer: { email: expect.stringContaining("@") }, tax_system_code: 3 },
    });
  });
});

describe("a notification, which is not signed,", () => {
  it.each(["77.75.154.128", "77.75.156.35", "::ffff:185.71.77.1", "2a02:5180::1"])("is valid from %s", async (ip) => {
    const { orderId, ref } = await createRedirectedOrder();
    expect((await sendWebhook(yookassa.endPayment(ref, "succeeded"), ip)).status).toBe(200);
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
  });

  it.each(["127.0.0.1", "185.71.78.1", "77.75.156.12", "2a02:5181::1", "", "nonsense"])(
    "is refused from %s",
    async (ip) => {
      const { orderId, ref } = await createRedirectedOrder();
      const { status, body } = await sendWebhook(yookassa.endPayment(ref, "succeeded"), ip);
      expect([status, body.code]).toEqual([401, "webhook_signature_invalid"]);
      expect((await getPaymentState(shop.db, orderId)).order).toBe("awaiting_payment");
    },
  );

  it("is not trusted: its object is read again", async () => {
    const { orderId, ref } = await createRedirectedOrder();
    const payment = yookassa.payments.get(ref);
    await sendWebhook({
      type: "notification",
      event: "payment.succeeded",
      object: { ...payment, status: "succeeded" },
    });
    expect((await getPaymentState(shop.db, orderId)).order).toBe("awaiting_payment");
  });

  it("about an unknown payment or another object is stored, a malformed one is refused; nothing changes", async () => {
    const object = { id: "2d0a3c1e-000f-5000-9000-1b0b0b0b0b0b", status: "succeeded" };
    expect((await sendWebhook({ event: "payment.succeeded", object })).status).toBe(200);
    expect((await sendWebhook({ event: "payout.succeeded", object })).status).toBe(200);
    expect((await sendWebhook({ event: 7 })).body.code).toBe("malformed");
    const rows = await shop.db.selectFrom("webhook_events").select("outcome").orderBy("event_id").execute();
    expect(rows.map(({ outcome }) => outcome)).toEqual(["unknown_payment", "ignored"]);
  });
});

describe("a YooKassa failure", () => {
  const serverError = { status: 500, body: { type: "error", code: "internal_server_error" } };
  const tooManyRequests = { status: 429, body: { type: "error", code: "too_many_requests" } };

  it.each([
    ["500", serverError],
    ["429", tooManyRequests],
    ["a closed connection", "cut"],
    ["a lost response", "lost"],
  ] as const)("once (%s): repeating with the same idempotency key creates one payment", async (_what, failure) => {
    yookassa.plannedFailures.push(failure);
    const { url } = await createRedirectedOrder();
    expect(url).toMatch(/^https:/);
    expect(yookassa.payments.size).toBe(1);
    expect(new Set(yookassa.calls.map(({ headers }) => headers["idempotence-key"])).size).toBe(1);
  });

  it("for longer: the request is refused, and the job finds the attempt later", async () => {
    yookassa.plannedFailures.push("lost", "lost", "lost");
    const { orderId, paymentId } = await createOrder();
    const response = await confirm(paymentId);
    expect([response.status, response.body.code]).toEqual([503, "gateway_unavailable"]);
    shop.clock.advance(MINUTE_MS);
    expect(await recoverAttempts(shop.app)).toBe(1);
    expect(yookassa.payments.size).toBe(1);
    expect(await getPayment(paymentId)).toMatchObject({
      action: { type: "redirect", url: expect.stringMatching(/^https:/) },
    });
    const [ref = ""] = [...yookassa.payments.keys()];
    await sendWebhook(yookassa.endPayment(ref, "succeeded"));
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
    shop.errors.length = 0;
  });

  it("by wrong credentials is reported as unreachable and logged for the operator", async () => {
    yookassa.plannedFailures.push({ status: 401, body: { type: "error", code: "invalid_credentials" } });
    const { paymentId } = await createOrder();
    expect((await confirm(paymentId)).status).toBe(503);
    expect(shop.errors).toHaveLength(1);
    expect(JSON.stringify(shop.errors)).not.toContain(SECRET_KEY);
  });

  it("that rejects the payment itself is reported, and it can be retried", async () => {
    yookassa.plannedFailures.push({
      status: 400,
      body: { type: "error", code: "invalid_request", parameter: "receipt" },
    });
    const { orderId, paymentId } = await createOrder();
    const response = await confirm(paymentId);
    expect([response.status, response.body.code]).toEqual([422, "payment_refused"]);
    expect((await getPaymentState(shop.db, orderId)).attempts).toEqual(["failed: receipt"]);
    expect((await confirm(paymentId)).status).toBe(200);
  });
});

describe("an expired order", () => {
  it("is not kept open by a hosted page; money received later is refunded", async () => {
    const { orderId, ref } = await createRedirectedOrder();
    shop.clock.advance(60 * MINUTE_MS);
    await reconcileAttempts(shop.app);
    expect(await expirePayments(shop.app)).toBe(0);
    shop.clock.advance(5 * MINUTE_MS);
    expect(await expirePayments(shop.app)).toBe(1);
    expect((await getPaymentState(shop.db, orderId)).order).toBe("cancelled");
    await sendWebhook(yookassa.endPayment(ref, "succeeded"));
    const [refund = ""] = [...yookassa.refunds.keys()];
    expect(yookassa.refunds.get(refund)?.amount).toEqual({ value: "1500.00", currency: "RUB" });
    await sendWebhook(yookassa.endRefund(refund, "succeeded"));
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "refunded",
      refunds: [{ status: "succeeded" }],
    });
  });

  it("is refunded with a receipt of its own if the shop is configured so", async () => {
    await updateSetting(shop.db, receiptSettings, { vat_code: 1, delivery_vat_code: 2, tax_system_code: null });
    const { ref } = await createRedirectedOrder();
    shop.clock.advance(70 * MINUTE_MS);
    await expirePayments(shop.app);
    await sendWebhook(yookassa.endPayment(ref, "succeeded"));
    const [paymentReceipt, refundReceipt] = ["/payments", "/refunds"].map(
      (path) => JSON.parse(yookassa.calls.find((call) => call.path === `/v3${path}`)?.body ?? "").receipt,
    );
    expect(refundReceipt).toMatchObject({ customer: { email: expect.stringContaining("@") } });
    expect(refundReceipt).toEqual(paymentReceipt);
  });

  it("whose refund is canceled by the provider is left to staff", async () => {
    const { orderId, ref } = await createRedirectedOrder();
    shop.clock.advance(65 * MINUTE_MS);
    await expirePayments(shop.app);
    await sendWebhook(yookassa.endPayment(ref, "succeeded"));
    const [refund = ""] = [...yookassa.refunds.keys()];
    yookassa.endRefund(refund, "canceled");
    await sendOpenRefunds(shop.app);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "cancelled",
      refunds: [{ status: "failed" }],
    });
    expect(shop.errors.map(String).join()).toContain("canceled by the provider");
  });
});
