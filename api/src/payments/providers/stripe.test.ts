import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../../test/harness.ts";
import { openStripeServer } from "../../../test/stripe-server.ts";
import { waitForBackgroundTasks } from "../background-tasks.ts";
import { createUnpaidOrder, getPaymentState } from "../fixtures.ts";
import { expirePayments, reconcileAttempts, recoverAttempts } from "../jobs.ts";

const SECRET_KEY = "sk_test_51AbCdEfGhIjKl";
const WEBHOOK_SECRET = "whsec_aSecretOfTheTests";
const stripe = await openStripeServer(SECRET_KEY);
const shop = await openTestShop({
  fetch: stripe.fetch,
  env: {
    PAYMENT_PROVIDERS: "stripe",
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  },
});
const MINUTE_MS = 60_000;
const { webhooks } = new Stripe(SECRET_KEY);

beforeEach(() => {
  stripe.sessions.clear();
  stripe.refunds.clear();
});

const confirm = async (paymentId: string) =>
  shop.request("POST", `/v1/payments/${paymentId}/confirm`, { body: {}, key: randomUUID() });
const getPayment = async (paymentId: string) => (await shop.request("GET", `/v1/payments/${paymentId}`)).body.data;
const sendWebhook = async (event: object | string, { secret = WEBHOOK_SECRET, ageSeconds = 0 } = {}) => {
  const payload = typeof event === "string" ? event : JSON.stringify(event);
  const timestamp = Math.floor(shop.clock.now().getTime() / 1000) - ageSeconds;
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const response = await shop.request("POST", "/v1/webhooks/stripe", {
    body: payload,
    headers: { "stripe-signature": signature },
  });
  await waitForBackgroundTasks();
  return response;
};

/** Creates an order whose shopper was redirected to the hosted page. */
async function createRedirectedOrder(
  amount: { totalMinor?: number; currency?: string } = { totalMinor: 4250, currency: "USD" },
) {
  const order = await createUnpaidOrder(shop.db, { provider: "stripe", ...amount });
  const { body } = await confirm(order.paymentId);
  const [ref = ""] = [...stripe.sessions.keys()].slice(-1);
  return { ...order, ref, url: body.data.action.url };
}

describe("paying at Stripe", () => {
  it("redirects to a hosted page and sends everything that is compared afterwards", async () => {
    const { orderId, paymentId, url } = await createRedirectedOrder();
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
    const call = stripe.calls[0];
    expect(call?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(Object.fromEntries(new URLSearchParams(call?.body))).toMatchObject({
      mode: "payment",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][unit_amount]": "4250",
      "line_items[0][price_data][currency]": "usd",
      "metadata[payment_id]": paymentId,
      "metadata[order_id]": String(orderId),
      "payment_intent_data[metadata][payment_id]": paymentId,
      "payment_method_types[0]": "card",
      "adaptive_pricing[enabled]": "false",
      success_url: `http://shop.test/jpcart/payment/${paymentId}?returned=1`,
      cancel_url: `http://shop.test/jpcart/payment/${paymentId}`,
      expires_at: String(new Date("2026-11-20T10:00:00Z").getTime() / 1000),
    });
  });

  it.each([
    ["JPY", 1500, 1500],
    ["KZT", 150_000, 150_000],
    ["USD", 1, 1],
  ])("charges %s %i as %i and converts it back to the same amount", async (currency, totalMinor, unitAmount) => {
    const { orderId, ref } = await createRedirectedOrder({ currency, totalMinor });
    expect(stripe.sessions.get(ref)?.amount_total).toBe(unitAmount);
    await sendWebhook(stripe.endSession(ref, "paid"));
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
  });

  it("is paid once, however often and in whatever order webhooks arrive", async () => {
    const { orderId, ref } = await createRedirectedOrder();
    const event = stripe.endSession(ref, "paid");
    const staleEvent = { ...event, id: "evt_older", type: "checkout.session.expired" };
    for (const notification of [staleEvent, event, event, staleEvent])
      expect((await sendWebhook(notification)).status).toBe(200);
    expect(await getPaymentState(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
  });

  it("does not pay an order with a different amount", async () => {
    const { orderId, ref } = await createRedirectedOrder();
    const event = stripe.endSession(ref, "paid");
    Object.assign(stripe.sessions.get(ref) ?? {}, { amount_total: 42 });
    await sendWebhook(event);
    expect((await getPaymentState(shop.db, orderId)).attempts).toEqual(["failed: amount_mismatch"]);
    expect(shop.errors.map(String).join()).toContain("does not match its request");
  });

  it("can be retried after it expired", async () => {
    const { paymentId, ref } = await createRedirectedOrder();
    await sendWebhook(stripe.endSession(ref, "expired"));
    expect(await getPayment(paymentId)).toMatchObject({
      status: "error",
      decline_reason: "expired_on_confirmation",
      action: { type: "redirect" },
    });
  });

  it("is canceled at Stripe when the payment deadline of its order has passed", async () => {
    const { orderId, ref } = await createRedirectedOrder();
    shop.clock.advance(60 * MINUTE_MS);
    await reconcileAttempts(shop.app);
    expect(stripe.sessions.get(ref)?.status).toBe("expired");
    expect(await expirePayments(shop.app)).toBe(1);
    expect((await getPaymentState(shop.db, orderId)).order).toBe("cancelled");
  });

  it("refunds money received for a canceled order", async () => {
    const { orderId, ref } = await createRedirectedOrder();
    const event = stripe.endSession(ref, "paid");
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    await sendWebhook(event);
    const [refund = ""] = [...stripe.refunds.keys()];
    expect(stripe.refunds.get(refund)?.amount).toBe(4250);
    await sendWebhook(stripe.endRefund(refund, "succeeded"));
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "refunded",
      refunds: [{ status: "succeeded" }],
    });
  });
});

describe("a webhook", () => {
  it.each([
    ["signed with another secret", { secret: "whsec_another" }],
    ["signed six minutes ago", { ageSeconds: 360 }],
  ])("%s is refused and not stored", async (_what, signing) => {
    const { ref } = await createRedirectedOrder();
    const { status, body } = await sendWebhook(stripe.endSession(ref, "paid"), signing);
    expect([status, body.code]).toEqual([401, "webhook_signature_invalid"]);
    expect(await shop.db.selectFrom("webhook_events").select("event_id").execute()).toEqual([]);
  });

  it("is refused without a signature and if the body differs from the signed one", async () => {
    const { ref } = await createRedirectedOrder();
    const event = stripe.endSession(ref, "paid");
    const unsigned = await shop.request("POST", "/v1/webhooks/stripe", { body: event });
    expect(unsigned.status).toBe(401);
    const timestamp = Math.floor(shop.clock.now().getTime() / 1000);
    const signature = webhooks.generateTestHeaderString({ payload: "{}", secret: WEBHOOK_SECRET, timestamp });
    const forged = await shop.request("POST", "/v1/webhooks/stripe", {
      body: event,
      headers: { "stripe-signature": signature },
    });
    expect(forged.status).toBe(401);
  });

  it("with malformed JSON is refused; an unrelated event is stored and ignored", async () => {
    expect((await sendWebhook("not json")).body.code).toBe("malformed");
    expect(
      (await sendWebhook({ id: "evt_1", type: "customer.created", data: { object: { id: "cus_1" } } })).status,
    ).toBe(200);
    const rows = await shop.db.selectFrom("webhook_events").select("outcome").execute();
    expect(rows).toEqual([{ outcome: "ignored" }]);
  });
});

describe("a Stripe failure", () => {
  it.each([
    ["500", { status: 500, body: { error: { type: "api_error" } } }],
    ["429", { status: 429, body: { error: { type: "rate_limit_error" } } }],
    ["a closed connection", "cut"],
    ["a lost response", "lost"],
  ] as const)("once (%s): one session with one idempotency key", async (_what, failure) => {
    stripe.plannedFailures.push(failure);
    const { url } = await createRedirectedOrder();
    expect(url).toMatch(/^https:/);
    expect(stripe.sessions.size).toBe(1);
    expect(new Set(stripe.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  it("for longer: the request is refused, and the job finds the session later", async () => {
    stripe.plannedFailures.push("lost", "lost", "lost");
    const { paymentId } = await createUnpaidOrder(shop.db, { provider: "stripe", currency: "USD" });
    const response = await confirm(paymentId);
    expect([response.status, response.body.code]).toEqual([503, "gateway_unavailable"]);
    shop.clock.advance(MINUTE_MS);
    expect(await recoverAttempts(shop.app)).toBe(1);
    expect(stripe.sessions.size).toBe(1);
    expect((await getPayment(paymentId)).action.url).toMatch(/^https:\/\/checkout/);
    expect(JSON.stringify(shop.errors)).not.toContain(SECRET_KEY);
  });

  it("that rejects the payment itself is reported", async () => {
    stripe.plannedFailures.push({
      status: 400,
      body: { error: { type: "invalid_request_error", code: "amount_too_small" } },
    });
    const { orderId, paymentId } = await createUnpaidOrder(shop.db, { provider: "stripe", currency: "USD" });
    const response = await confirm(paymentId);
    expect([response.status, response.body.code]).toEqual([422, "payment_refused"]);
    expect((await getPaymentState(shop.db, orderId)).attempts).toEqual(["failed: amount_too_small"]);
  });
});
