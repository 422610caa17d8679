import { describe, expect, it } from "vitest";
import { openPayingShop } from "../../test/paying-shop.ts";
import { openTestShop } from "../../test/harness.ts";
import { openYookassaServer } from "../../test/yookassa-server.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";
import { reconcile } from "./jobs.ts";

const shop = await openPayingShop();
const MINUTE = 60_000;
const change = (id: string, method: string) => shop.ask("POST", `/v1/payments/${id}/method`, { body: { method } });
const show = async (id: string) => (await shop.ask("GET", `/v1/payments/${id}`)).body.data;
const pay = (id: string) => shop.ask("POST", `/v1/payments/${id}/confirm`, { body: {}, key: `key-of-${id}` });
const mend = () => reconcile(shop.house, { dryRun: false });

/** An order whose shopper stands on the hosted page of SBP. */
async function onSbpPage() {
  const order = await anUnpaidOrder(shop.db);
  const { id } = (await change(order.paymentId, "sbp")).body.data;
  const { action } = (await pay(id)).body.data;
  return { ...order, paymentId: id, url: action.url ?? "" };
}

describe("paying by SBP at the sandbox gateway", () => {
  it("leads to its page and is paid there", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    expect(await show(paymentId)).toMatchObject({ method: "card", action: { type: "card_form" } });
    const { status, body } = await change(paymentId, "sbp");
    expect([status, body.data.id === paymentId]).toEqual([200, false]);
    expect(body.data).toMatchObject({
      method: "sbp",
      status: "awaiting",
      action: { type: "redirect" },
      test_mode: true,
    });
    expect(body.data.methods.map(({ code }) => code)).toEqual(["card", "sbp"]);
    const led = (await pay(body.data.id)).body.data;
    expect(led.action).toEqual({ type: "redirect", url: expect.stringContaining("/sandbox-gateway/challenge/") });
    await shop.answerChallenge(led.action.url ?? "", "confirm");
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["cancelled", "success"],
      attempts: ["succeeded"],
    });
  });

  it("refused there may be tried again, or paid by card", async () => {
    const { orderId, paymentId, url } = await onSbpPage();
    await shop.answerChallenge(url, "refuse");
    await shop.settle();
    expect(await show(paymentId)).toMatchObject({ status: "error", decline_reason: "refused_by_payer" });
    const { id } = (await change(paymentId, "card")).body.data;
    await shop.confirm(id, await shop.tokenFor());
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["cancelled", "cancelled", "success"],
    });
  });
});

describe("changing how an order is paid", () => {
  it("calls the payment off at the provider first, and keeps the order's new way", async () => {
    const { orderId, paymentId, url } = await onSbpPage();
    const { id } = (await change(paymentId, "card")).body.data;
    expect(await show(paymentId)).toMatchObject({ status: "cancelled", methods: [] });
    await shop.answerChallenge(url, "confirm");
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "awaiting_payment",
      attempts: ["failed: canceled_by_merchant"],
    });
    const order = await shop.db.selectFrom("orders").select("payment_method").where("id", "=", orderId).execute();
    expect(order).toEqual([{ payment_method: "card" }]);
    expect(await show(id)).toMatchObject({ status: "awaiting", method: "card" });
  });

  it("asked twice, or by two tabs at once, gives one payment", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    const answers = await Promise.all([1, 2, 3, 4].map(() => change(paymentId, "sbp")));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
    expect(await standing(shop.db, orderId)).toMatchObject({ payments: ["cancelled", "awaiting"] });
  });

  it("is refused for what is not there, over, on its way, not offered, or not a way at all", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    const refusal = async (id: string, method: string) => {
      const { status, body } = await change(id, method);
      return [status, body.code];
    };
    expect(await refusal("A".repeat(32), "sbp")).toEqual([404, "payment_not_found"]);
    expect(await refusal(paymentId, "gold")).toEqual([422, "validation_failed"]);
    expect(await refusal(paymentId, "foreign_card")).toEqual([422, "payment_not_offered"]);
    shop.line.toGateway = () => Promise.reject(new Error("no connection"));
    await shop.confirm(paymentId, await shop.tokenFor());
    shop.errors.length = 0;
    expect(await refusal(paymentId, "sbp")).toEqual([409, "payment_in_progress"]);
    shop.line.toGateway = (request, pass) => pass(request);
    expect(await standing(shop.db, orderId)).toMatchObject({ payments: ["awaiting"], attempts: ["pending"] });
    shop.clock.advance(61 * MINUTE);
    expect(await refusal(paymentId, "sbp")).toEqual([409, "payment_ended"]);
  });

  it("changes nothing while the provider cannot be asked to call the payment off", async () => {
    const { orderId, paymentId } = await onSbpPage();
    shop.line.toGateway = () => Promise.reject(new Error("no connection"));
    const { status, body } = await change(paymentId, "card");
    shop.line.toGateway = (request, pass) => pass(request);
    expect([status, body.code]).toEqual([503, "gateway_unavailable"]);
    shop.errors.length = 0;
    expect(await standing(shop.db, orderId)).toMatchObject({
      payments: ["cancelled", "awaiting"],
      attempts: ["challenge"],
    });
  });

  it("at the very moment at which it is paid leaves one payment, and money that is nobody's never", async () => {
    for (let round = 0; round < 12; round++) {
      const { orderId, paymentId, url } = await onSbpPage();
      const [{ status, body }] = await Promise.all([
        change(paymentId, "card"),
        shop.answerChallenge(url, "confirm").then(() => shop.settle()),
      ]);
      await shop.settle();
      shop.clock.advance(MINUTE);
      await mend();
      const { order, payments, refunds } = await standing(shop.db, orderId);
      const live = payments.filter((one) => one !== "cancelled");
      expect(refunds).toEqual([]);
      if (order === "paid") {
        expect(live).toEqual(["success"]);
        if (status !== 200) expect([status, body.code]).toEqual([409, "payment_ended"]);
      } else {
        expect([order, status, live]).toEqual(["awaiting_payment", 200, ["awaiting"]]);
      }
      const { rows } = await shop.pool.query(
        "select count(*)::integer as taken from sandbox_gateway.payments where status = 'succeeded' and metadata ->> 'order_id' = $1",
        [String(orderId)],
      );
      expect(rows).toEqual([{ taken: order === "paid" ? 1 : 0 }]);
    }
  });
});

describe("a provider that cannot call its page off", async () => {
  const SECRET_KEY = "test_AbCdEfGhIjKlMnOpQrStUv";
  const yookassa = await openYookassaServer("100500", SECRET_KEY);
  const real = await openTestShop({
    fetch: yookassa.fetch,
    env: { PAYMENT_PROVIDERS: "yookassa", YOOKASSA_SHOP_ID: "100500", YOOKASSA_SECRET_KEY: SECRET_KEY },
  });
  const end = async (ref: string) => {
    const headers = { "x-client-ip": "185.71.76.10" };
    await real.ask("POST", "/v1/webhooks/yookassa", { body: yookassa.end(ref, "succeeded"), headers });
    await paymentsAtRest();
  };
  const begin = async (id: string) => {
    await real.ask("POST", `/v1/payments/${id}/confirm`, { body: {}, key: `key-of-${id}` });
    return [...yookassa.payments.keys()].at(-1) ?? "";
  };

  it("may take the money by the page that was left: it pays the order, and the other goes back", async () => {
    yookassa.payments.clear();
    const { orderId, paymentId } = await anUnpaidOrder(real.db, { provider: "yookassa" });
    const first = await begin(paymentId);
    const { body } = await real.ask("POST", `/v1/payments/${paymentId}/method`, { body: { method: "sbp" } });
    const second = await begin(body.data.id);
    expect(JSON.parse(yookassa.calls.findLast((call) => call.path === "/v3/payments")?.body ?? "")).toMatchObject({
      payment_method_data: { type: "sbp" },
    });
    await end(first);
    expect(await standing(real.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["success", "cancelled"],
      refunds: [],
    });
    await end(second);
    expect(await standing(real.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["success", "cancelled"],
      refunds: [{ reason: "paid_twice" }],
    });
  });
});
