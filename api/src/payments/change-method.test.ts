import { describe, expect, it } from "vitest";
import { openPaymentTestShop } from "../../test/payment-shop.ts";
import { openTestShop } from "../../test/harness.ts";
import { openYookassaServer } from "../../test/yookassa-server.ts";
import { waitForBackgroundTasks } from "./background-tasks.ts";
import { createUnpaidOrder, getPaymentState } from "./fixtures.ts";
import { reconcile } from "./jobs.ts";

const shop = await openPaymentTestShop();
const MINUTE_MS = 60_000;
const changeMethod = (id: string, method: string) =>
  shop.request("POST", `/v1/payments/${id}/method`, { body: { method } });
const getPayment = async (id: string) => (await shop.request("GET", `/v1/payments/${id}`)).body.data;
const confirmPayment = (id: string) =>
  shop.request("POST", `/v1/payments/${id}/confirm`, { body: {}, key: `key-of-${id}` });
const runReconciliation = () => reconcile(shop.app, { dryRun: false });

/** Creates an order whose shopper is on the hosted SBP page. */
async function createSbpPayment() {
  const order = await createUnpaidOrder(shop.db);
  const { id } = (await changeMethod(order.paymentId, "sbp")).body.data;
  const { action } = (await confirmPayment(id)).body.data;
  return { ...order, paymentId: id, url: action.url ?? "" };
}

describe("paying by SBP at the sandbox gateway", () => {
  it("redirects to the hosted page, where the payment is completed", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    expect(await getPayment(paymentId)).toMatchObject({ method: "card", action: { type: "card_form" } });
    const { status, body } = await changeMethod(paymentId, "sbp");
    expect([status, body.data.id === paymentId]).toEqual([200, false]);
    expect(body.data).toMatchObject({
      method: "sbp",
      status: "awaiting",
      action: { type: "redirect" },
      test_mode: true,
    });
    expect(body.data.methods.map(({ code }) => code)).toEqual(["card", "sbp"]);
    const confirmedPayment = (await confirmPayment(body.data.id)).body.data;
    expect(confirmedPayment.action).toEqual({
      type: "redirect",
      url: expect.stringContaining("/sandbox-gateway/challenge/"),
    });
    await shop.answerChallenge(confirmedPayment.action.url ?? "", "confirm");
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["cancelled", "success"],
      attempts: ["succeeded"],
    });
  });

  it("can be retried or paid by card after it was refused", async () => {
    const { orderId, paymentId, url } = await createSbpPayment();
    await shop.answerChallenge(url, "refuse");
    await shop.settlePayments();
    expect(await getPayment(paymentId)).toMatchObject({ status: "error", decline_reason: "refused_by_payer" });
    const { id } = (await changeMethod(paymentId, "card")).body.data;
    await shop.confirmPayment(id, await shop.createCardToken());
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["cancelled", "cancelled", "success"],
    });
  });
});

describe("changing the payment method", () => {
  it("cancels the payment at the provider first and stores the new method in the order", async () => {
    const { orderId, paymentId, url } = await createSbpPayment();
    const { id } = (await changeMethod(paymentId, "card")).body.data;
    expect(await getPayment(paymentId)).toMatchObject({ status: "cancelled", methods: [] });
    await shop.answerChallenge(url, "confirm");
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "awaiting_payment",
      attempts: ["failed: canceled_by_merchant"],
    });
    const order = await shop.db.selectFrom("orders").select("payment_method").where("id", "=", orderId).execute();
    expect(order).toEqual([{ payment_method: "card" }]);
    expect(await getPayment(id)).toMatchObject({ status: "awaiting", method: "card" });
  });

  it("creates one payment if requested twice or by several tabs at once", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    const responses = await Promise.all([1, 2, 3, 4].map(() => changeMethod(paymentId, "sbp")));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ payments: ["cancelled", "awaiting"] });
  });

  it("is refused for an unknown, ended or pending payment and an unavailable method", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    const getRefusal = async (id: string, method: string) => {
      const { status, body } = await changeMethod(id, method);
      return [status, body.code];
    };
    expect(await getRefusal("A".repeat(32), "sbp")).toEqual([404, "payment_not_found"]);
    expect(await getRefusal(paymentId, "gold")).toEqual([422, "validation_failed"]);
    expect(await getRefusal(paymentId, "foreign_card")).toEqual([422, "payment_not_offered"]);
    shop.network.interceptGatewayCall = () => Promise.reject(new Error("no connection"));
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    shop.errors.length = 0;
    expect(await getRefusal(paymentId, "sbp")).toEqual([409, "payment_in_progress"]);
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ payments: ["awaiting"], attempts: ["pending"] });
    shop.clock.advance(61 * MINUTE_MS);
    expect(await getRefusal(paymentId, "sbp")).toEqual([409, "payment_ended"]);
  });

  it("changes nothing if the provider cannot be reached to cancel the payment", async () => {
    const { orderId, paymentId } = await createSbpPayment();
    shop.network.interceptGatewayCall = () => Promise.reject(new Error("no connection"));
    const { status, body } = await changeMethod(paymentId, "card");
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    expect([status, body.code]).toEqual([503, "gateway_unavailable"]);
    shop.errors.length = 0;
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      payments: ["cancelled", "awaiting"],
      attempts: ["challenge"],
    });
  });

  it("leaves exactly one payment and no unassigned money if the payment succeeds at the same time", async () => {
    for (let round = 0; round < 12; round++) {
      const { orderId, paymentId, url } = await createSbpPayment();
      const [{ status, body }] = await Promise.all([
        changeMethod(paymentId, "card"),
        shop.answerChallenge(url, "confirm").then(() => shop.settlePayments()),
      ]);
      await shop.settlePayments();
      shop.clock.advance(MINUTE_MS);
      await runReconciliation();
      const { order, payments, refunds } = await getPaymentState(shop.db, orderId);
      const openPayments = payments.filter((one) => one !== "cancelled");
      expect(refunds).toEqual([]);
      if (order === "paid") {
        expect(openPayments).toEqual(["success"]);
        if (status !== 200) expect([status, body.code]).toEqual([409, "payment_ended"]);
      } else {
        expect([order, status, openPayments]).toEqual(["awaiting_payment", 200, ["awaiting"]]);
      }
      const { rows } = await shop.pool.query(
        "select count(*)::integer as taken from sandbox_gateway.payments where status = 'succeeded' and metadata ->> 'order_id' = $1",
        [String(orderId)],
      );
      expect(rows).toEqual([{ taken: order === "paid" ? 1 : 0 }]);
    }
  });
});

describe("with a provider that cannot cancel its hosted page", async () => {
  const SECRET_KEY = "test_AbCdEfGhIjKlMnOpQrStUv";
  const yookassa = await openYookassaServer("100500", SECRET_KEY);
  const yookassaShop = await openTestShop({
    fetch: yookassa.fetch,
    env: { PAYMENT_PROVIDERS: "yookassa", YOOKASSA_SHOP_ID: "100500", YOOKASSA_SECRET_KEY: SECRET_KEY },
  });
  const sendSuccess = async (ref: string) => {
    const headers = { "x-client-ip": "185.71.76.10" };
    await yookassaShop.request("POST", "/v1/webhooks/yookassa", {
      body: yookassa.endPayment(ref, "succeeded"),
      headers,
    });
    await waitForBackgroundTasks();
  };
  const startPayment = async (id: string) => {
    await yookassaShop.request("POST", `/v1/payments/${id}/confirm`, { body: {}, key: `key-of-${id}` });
    return [...yookassa.payments.keys()].at(-1) ?? "";
  };

  it("the abandoned page may still be paid: it pays the order, and the second payment is refunded", async () => {
    yookassa.payments.clear();
    const { orderId, paymentId } = await createUnpaidOrder(yookassaShop.db, { provider: "yookassa" });
    const first = await startPayment(paymentId);
    const { body } = await yookassaShop.request("POST", `/v1/payments/${paymentId}/method`, {
      body: { method: "sbp" },
    });
    const second = await startPayment(body.data.id);
    expect(JSON.parse(yookassa.calls.findLast((call) => call.path === "/v3/payments")?.body ?? "")).toMatchObject({
      payment_method_data: { type: "sbp" },
    });
    await sendSuccess(first);
    expect(await getPaymentState(yookassaShop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["success", "cancelled"],
      refunds: [],
    });
    await sendSuccess(second);
    expect(await getPaymentState(yookassaShop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["success", "cancelled"],
      refunds: [{ reason: "paid_twice" }],
    });
  });
});
