import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { openTestShop } from "../../test/harness.ts";
import { openStripeServer } from "../../test/stripe-server.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";
import { expirePayments, reconcileAttempts, recoverAttempts } from "./jobs.ts";

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
const MINUTE = 60_000;
const { webhooks } = new Stripe(SECRET_KEY);

beforeEach(() => {
  stripe.sessions.clear();
  stripe.refunds.clear();
});

const confirm = async (paymentId: string) =>
  shop.ask("POST", `/v1/payments/${paymentId}/confirm`, { body: {}, key: randomUUID() });
const show = async (paymentId: string) => (await shop.ask("GET", `/v1/payments/${paymentId}`)).body.data;
const tell = async (event: object | string, { secret = WEBHOOK_SECRET, agoS = 0 } = {}) => {
  const payload = typeof event === "string" ? event : JSON.stringify(event);
  const timestamp = Math.floor(shop.clock.now().getTime() / 1000) - agoS;
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const answer = await shop.ask("POST", "/v1/webhooks/stripe", {
    body: payload,
    headers: { "stripe-signature": signature },
  });
  await paymentsAtRest();
  return answer;
};

/** An order whose shopper was led to the hosted page. */
async function aLedShopper(own: { totalMinor?: number; currency?: string } = { totalMinor: 4250, currency: "USD" }) {
  const order = await anUnpaidOrder(shop.db, { provider: "stripe", ...own });
  const { body } = await confirm(order.paymentId);
  const [ref = ""] = [...stripe.sessions.keys()].slice(-1);
  return { ...order, ref, url: body.data.action.url };
}

describe("paying at Stripe", () => {
  it("leads to a hosted page with everything told that is compared afterwards", async () => {
    const { orderId, paymentId, url } = await aLedShopper();
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
  ])("charges %s %i as %i, and takes it back as the same", async (currency, totalMinor, unitAmount) => {
    const { orderId, ref } = await aLedShopper({ currency, totalMinor });
    expect(stripe.sessions.get(ref)?.amount_total).toBe(unitAmount);
    await tell(stripe.end(ref, "paid"));
    expect((await standing(shop.db, orderId)).order).toBe("paid");
  });

  it("is paid once however often and in whatever order it is told", async () => {
    const { orderId, ref } = await aLedShopper();
    const event = stripe.end(ref, "paid");
    const stale = { ...event, id: "evt_older", type: "checkout.session.expired" };
    for (const told of [stale, event, event, stale]) expect((await tell(told)).status).toBe(200);
    expect(await standing(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
  });

  it("does not pay an order with another sum than its own", async () => {
    const { orderId, ref } = await aLedShopper();
    const event = stripe.end(ref, "paid");
    Object.assign(stripe.sessions.get(ref) ?? {}, { amount_total: 42 });
    await tell(event);
    expect((await standing(shop.db, orderId)).attempts).toEqual(["failed: amount_mismatch"]);
    expect(shop.errors.map(String).join()).toContain("not the one asked for");
  });

  it("left alone until its end may be tried again", async () => {
    const { paymentId, ref } = await aLedShopper();
    await tell(stripe.end(ref, "expired"));
    expect(await show(paymentId)).toMatchObject({
      status: "error",
      decline_reason: "expired_on_confirmation",
      action: { type: "redirect" },
    });
  });

  it("is called off there when its order's time is over", async () => {
    const { orderId, ref } = await aLedShopper();
    shop.clock.advance(60 * MINUTE);
    await reconcileAttempts(shop.house);
    expect(stripe.sessions.get(ref)?.status).toBe("expired");
    expect(await expirePayments(shop.house)).toBe(1);
    expect((await standing(shop.db, orderId)).order).toBe("cancelled");
  });

  it("gives money back that came for an order called off", async () => {
    const { orderId, ref } = await aLedShopper();
    const event = stripe.end(ref, "paid");
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    await tell(event);
    const [refund = ""] = [...stripe.refunds.keys()];
    expect(stripe.refunds.get(refund)?.amount).toBe(4250);
    await tell(stripe.endRefund(refund, "succeeded"));
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "refunded", refunds: [{ status: "succeeded" }] });
  });
});

describe("a webhook", () => {
  it.each([
    ["signed with another secret", { secret: "whsec_another" }],
    ["signed six minutes ago", { agoS: 360 }],
  ])("%s is refused and stores nothing", async (_what, how) => {
    const { ref } = await aLedShopper();
    const { status, body } = await tell(stripe.end(ref, "paid"), how);
    expect([status, body.code]).toEqual([401, "webhook_signature_invalid"]);
    expect(await shop.db.selectFrom("webhook_events").select("event_id").execute()).toEqual([]);
  });

  it("is refused without a signature, and with another body than the signed one", async () => {
    const { ref } = await aLedShopper();
    const event = stripe.end(ref, "paid");
    const bare = await shop.ask("POST", "/v1/webhooks/stripe", { body: event });
    expect(bare.status).toBe(401);
    const timestamp = Math.floor(shop.clock.now().getTime() / 1000);
    const signature = webhooks.generateTestHeaderString({ payload: "{}", secret: WEBHOOK_SECRET, timestamp });
    const forged = await shop.ask("POST", "/v1/webhooks/stripe", {
      body: event,
      headers: { "stripe-signature": signature },
    });
    expect(forged.status).toBe(401);
  });

  it("that is no JSON is refused; one of something else is kept and ignored", async () => {
    expect((await tell("not json")).body.code).toBe("malformed");
    expect((await tell({ id: "evt_1", type: "customer.created", data: { object: { id: "cus_1" } } })).status).toBe(200);
    const rows = await shop.db.selectFrom("webhook_events").select("outcome").execute();
    expect(rows).toEqual([{ outcome: "ignored" }]);
  });
});

describe("Stripe out of order", () => {
  it.each([
    ["500", { status: 500, body: { error: { type: "api_error" } } }],
    ["429", { status: 429, body: { error: { type: "rate_limit_error" } } }],
    ["a connection cut", "cut"],
    ["an answer lost", "lost"],
  ] as const)("once (%s): one session, under one key", async (_what, mishap) => {
    stripe.mishaps.push(mishap);
    const { url } = await aLedShopper();
    expect(url).toMatch(/^https:/);
    expect(stripe.sessions.size).toBe(1);
    expect(new Set(stripe.calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  });

  it("for long: the shopper is told, and the job finds the session again", async () => {
    stripe.mishaps.push("lost", "lost", "lost");
    const { paymentId } = await anUnpaidOrder(shop.db, { provider: "stripe", currency: "USD" });
    const refused = await confirm(paymentId);
    expect([refused.status, refused.body.code]).toEqual([503, "gateway_unavailable"]);
    shop.clock.advance(MINUTE);
    expect(await recoverAttempts(shop.house)).toBe(1);
    expect(stripe.sessions.size).toBe(1);
    expect((await show(paymentId)).action.url).toMatch(/^https:\/\/checkout/);
    expect(JSON.stringify(shop.errors)).not.toContain(SECRET_KEY);
  });

  it("refusing the payment itself: told so", async () => {
    stripe.mishaps.push({ status: 400, body: { error: { type: "invalid_request_error", code: "amount_too_small" } } });
    const { orderId, paymentId } = await anUnpaidOrder(shop.db, { provider: "stripe", currency: "USD" });
    const refused = await confirm(paymentId);
    expect([refused.status, refused.body.code]).toEqual([422, "payment_refused"]);
    expect((await standing(shop.db, orderId)).attempts).toEqual(["failed: amount_too_small"]);
  });
});
