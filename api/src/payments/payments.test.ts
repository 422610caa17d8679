import { describe, expect, it } from "vitest";
import { processDueWork } from "../../../sandbox-gateway/src/worker.ts";
import { declinedCard, validCard, openPaymentTestShop } from "../../test/payment-shop.ts";
import { waitForBackgroundTasks } from "./background-tasks.ts";
import { createUnpaidOrder, getPaymentState } from "./fixtures.ts";

const shop = await openPaymentTestShop();

const getPayment = async (paymentId: string) => (await shop.request("GET", `/v1/payments/${paymentId}`)).body.data;

describe("GET /v1/payments/{id}", () => {
  it("returns a payment to anyone who has its id, without personal data", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    expect(paymentId).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(await getPayment(paymentId)).toEqual({
      id: paymentId,
      order_id: orderId,
      purpose: "order",
      status: "awaiting",
      amount: 1500,
      duty: null,
      delivery: null,
      terms_required: false,
      iso_code: "RUB",
      sign: "₽",
      method: "card",
      methods: [expect.objectContaining({ code: "card" }), expect.objectContaining({ code: "sbp" })],
      action: { type: "card_form", url: "/sandbox-gateway/tokens" },
      in_progress: false,
      decline_reason: null,
      refund: null,
      expires_at: "2026-11-20T10:00:00.000Z",
      test_mode: true,
    });
  });

  it.each(["nothing", "x".repeat(32), "x".repeat(200), "%00".repeat(30)])("does not know %s", async (id) => {
    const { status, body } = await shop.request("GET", `/v1/payments/${id}`);
    expect([404, 422]).toContain(status);
    expect(["payment_not_found", "validation_failed"]).toContain(body.code);
  });

  it("offers no card form after the payment deadline", async () => {
    const { paymentId } = await createUnpaidOrder(shop.db);
    shop.clock.advance(60 * 60_000);
    expect(await getPayment(paymentId)).toMatchObject({ status: "awaiting", action: { type: "none" } });
  });

  it("is canceled as soon as its order is", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    expect(await getPayment(paymentId)).toMatchObject({ status: "cancelled", action: { type: "none" } });
  });
});

describe("paying by card", () => {
  it("accepts a card, waits for the gateway's result and pays the order once", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    const confirmed = await shop.confirmPayment(paymentId, await shop.createCardToken());
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.data).toMatchObject({ status: "awaiting", in_progress: true, action: { type: "none" } });
    await shop.settlePayments();
    expect(await getPayment(paymentId)).toMatchObject({
      status: "success",
      in_progress: false,
      action: { type: "none" },
    });
    expect(await getPaymentState(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
    const repeated = await shop.confirmPayment(paymentId, await shop.createCardToken());
    expect([repeated.status, repeated.body.code]).toEqual([409, "payment_ended"]);
  });

  it("charges yen as yen: 1500 stays 1500 to the gateway and back", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db, { totalMinor: 1500, currency: "JPY" });
    const bodies: string[] = [];
    shop.network.interceptGatewayCall = async (request, pass) => {
      if (request.method === "POST") bodies.push(await request.clone().text());
      return pass(request);
    };
    await shop.confirmPayment(paymentId, await shop.createCardToken());
    await shop.settlePayments();
    expect(JSON.parse(bodies[0] ?? "{}").amount).toEqual({ value: "1500", currency: "JPY" });
    expect(await getPayment(paymentId)).toMatchObject({ status: "success", amount: 1500, iso_code: "JPY", sign: "¥" });
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
  });

  it.each([
    [declinedCard, "general_decline"],
    [{ ...validCard, number: "4111 1111 1111 1111" }, "unknown_test_card"],
  ])("accepts another card after a declined one: %o", async (card, reason) => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    await shop.confirmPayment(paymentId, await shop.createCardToken(card));
    await shop.settlePayments();
    expect(await getPayment(paymentId)).toMatchObject({
      status: "error",
      decline_reason: reason,
      action: { type: "card_form", url: "/sandbox-gateway/tokens" },
      in_progress: false,
    });
    expect((await getPaymentState(shop.db, orderId)).order).toBe("awaiting_payment");

    const second = await shop.confirmPayment(paymentId, await shop.createCardToken());
    expect(second.body.data).toMatchObject({ status: "awaiting", decline_reason: null, in_progress: true });
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["success"],
      attempts: [`failed: ${reason}`, "succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
  });

  it("requires an idempotency key, a token and a known payment", async () => {
    const { paymentId } = await createUnpaidOrder(shop.db);
    const path = `/v1/payments/${paymentId}/confirm`;
    const withoutKey = await shop.request("POST", path, { body: { card_token: "t" } });
    expect([withoutKey.status, withoutKey.body.code]).toEqual([422, "idempotency_key_required"]);
    const withoutToken = await shop.request("POST", path, { body: {}, key: "a-key-of-mine" });
    expect([withoutToken.status, withoutToken.body.errors]).toEqual([422, { card_token: ["required"] }]);
    const unknown = await shop.confirmPayment("x".repeat(32), "t");
    expect([unknown.status, unknown.body.code]).toEqual([404, "payment_not_found"]);
  });

  it("refuses a token that the gateway does not know, and can be retried", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    const key = "the-key-of-a-bad-token";
    const rejected = await shop.confirmPayment(paymentId, "tok_unknown", key);
    expect([rejected.status, rejected.body.code]).toEqual([422, "card_token_invalid"]);
    expect((await shop.confirmPayment(paymentId, "tok_unknown", key)).body.code).toBe("card_token_invalid");
    expect(await getPayment(paymentId)).toMatchObject({
      status: "awaiting",
      action: { type: "card_form", url: "/sandbox-gateway/tokens" },
      in_progress: false,
    });
    expect((await shop.confirmPayment(paymentId, await shop.createCardToken())).status).toBe(200);
    await shop.settlePayments();
    expect((await getPaymentState(shop.db, orderId)).order).toBe("paid");
  });

  it("is refused after the payment deadline and for a canceled order", async () => {
    const late = await createUnpaidOrder(shop.db);
    const canceled = await createUnpaidOrder(shop.db);
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", canceled.orderId).execute();
    expect((await shop.confirmPayment(canceled.paymentId, await shop.createCardToken())).body.code).toBe(
      "payment_ended",
    );
    shop.clock.advance(60 * 60_000);
    expect((await shop.confirmPayment(late.paymentId, await shop.createCardToken())).body.code).toBe("payment_ended");
  });
});

describe("repeating the same confirmation", () => {
  it("returns the first response and sends nothing twice", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    const token = await shop.createCardToken();
    const key = "one-key-for-one-click";
    const first = await shop.confirmPayment(paymentId, token, key);
    await shop.settlePayments();
    const second = await shop.confirmPayment(paymentId, token, key);
    expect(second.body).toEqual(first.body);
    const other = await shop.confirmPayment(paymentId, "another-token", key);
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    expect((await getPaymentState(shop.db, orderId)).attempts).toEqual(["succeeded"]);
  });

  it("creates one attempt if it is sent ten times at once with one key", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    const token = await shop.createCardToken();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => shop.confirmPayment(paymentId, token, "ten-clicks-at-once")),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ order: "paid", attempts: ["succeeded"] });
  });

  it("creates one attempt if four tabs send four cards at once; the other requests are refused for now", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    const tokens = await Promise.all([1, 2, 3, 4].map(() => shop.createCardToken()));
    const responses = await Promise.all(tokens.map((token) => shop.confirmPayment(paymentId, token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const second = responses.find(({ status }) => status === 409);
    expect([second?.body.code, second?.headers.get("retry-after")]).toEqual(["payment_in_progress", "5"]);
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
    });
  });
});

describe("a gateway that is unreachable", () => {
  const failToConnect = () => Promise.reject(new TypeError("fetch failed"));

  it("is reported as 503; the same key then sends the same attempt", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    const token = await shop.createCardToken();
    const key = "a-key-for-a-failed-call";
    shop.network.interceptGatewayCall = failToConnect;
    const failed = await shop.confirmPayment(paymentId, token, key);
    expect([failed.status, failed.body.code, failed.headers.get("retry-after")]).toEqual([
      503,
      "gateway_unavailable",
      "5",
    ]);
    expect(shop.errors).toHaveLength(1);
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    expect((await shop.confirmPayment(paymentId, token, key)).status).toBe(200);
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ order: "paid", attempts: ["succeeded"] });
  });

  it("or whose response is lost charges once, however often the payment is retried", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    const token = await shop.createCardToken();
    const key = "a-key-for-a-lost-answer";
    shop.network.interceptGatewayCall = async (request, pass) => {
      await pass(request);
      throw new TypeError("terminated");
    };
    expect((await shop.confirmPayment(paymentId, token, key)).status).toBe(503);
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    // Another card within the call timeout is refused. After it, the gateway already knows the attempt.
    expect((await shop.confirmPayment(paymentId, await shop.createCardToken())).body.code).toBe("payment_in_progress");
    shop.clock.advance(30_000);
    expect(await getPayment(paymentId)).toMatchObject({
      in_progress: false,
      action: { type: "card_form", url: "/sandbox-gateway/tokens" },
    });
    expect((await shop.confirmPayment(paymentId, await shop.createCardToken())).body.code).toBe("payment_in_progress");
    expect((await shop.confirmPayment(paymentId, token, key)).status).toBe(200);
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({
      order: "paid",
      attempts: ["succeeded"],
      refunds: [],
    });
  });

  it("and never received the call accepts another card later, as the same attempt", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    shop.network.interceptGatewayCall = failToConnect;
    await shop.confirmPayment(paymentId, await shop.createCardToken(declinedCard));
    shop.network.interceptGatewayCall = (request, pass) => pass(request);
    shop.clock.advance(30_000);
    expect((await shop.confirmPayment(paymentId, await shop.createCardToken())).status).toBe(200);
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ order: "paid", attempts: ["succeeded"] });
  });

  it.each([
    ["an error page", () => new Response("<html>502</html>", { status: 502 })],
    ["a page with status 200", () => new Response("<html>hello</html>")],
    ["something else in JSON", () => Response.json({ hello: "there" })],
    ["a refusal of the shop's credentials", () => Response.json({ code: "invalid_credentials" }, { status: 401 })],
  ])("or responds with %s counts as unreachable", async (_what, createResponse) => {
    const { paymentId } = await createUnpaidOrder(shop.db);
    shop.network.interceptGatewayCall = async () => createResponse();
    expect((await shop.confirmPayment(paymentId, await shop.createCardToken())).body.code).toBe("gateway_unavailable");
    expect(shop.errors).toHaveLength(1);
  });

  it("or that notifies before its own response is read: paid once", async () => {
    const { orderId, paymentId } = await createUnpaidOrder(shop.db);
    shop.network.interceptGatewayCall = async (request, pass) => {
      const response = await pass(request);
      if (request.method !== "POST") return response;
      shop.clock.advance(1000);
      await processDueWork(shop.gateway);
      await waitForBackgroundTasks();
      return response;
    };
    const { body } = await shop.confirmPayment(paymentId, await shop.createCardToken());
    expect(body.data.status).toBe("success");
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ order: "paid", attempts: ["succeeded"] });
  });
});

describe("POST /v1/user/orders/{id}/payment", () => {
  const requestPayment = (orderId: number | string, token?: string) =>
    shop.request("POST", `/v1/user/orders/${orderId}/payment`, token ? { token } : {});

  it("returns the open payment, or a new one if the last was canceled", async () => {
    const { orderId, paymentId, token } = await createUnpaidOrder(shop.db);
    expect((await requestPayment(orderId, token)).body.data.id).toBe(paymentId);
    await shop.db.updateTable("payments").set({ status: "cancelled" }).where("id", "=", paymentId).execute();
    const [one, two] = await Promise.all([requestPayment(orderId, token), requestPayment(orderId, token)]);
    expect(one.body.data.id).not.toBe(paymentId);
    expect(two.body.data.id).toBe(one.body.data.id);
    expect(one.body.data).toMatchObject({
      status: "awaiting",
      amount: 1500,
      action: { type: "card_form", url: "/sandbox-gateway/tokens" },
    });
    await shop.confirmPayment(one.body.data.id, await shop.createCardToken());
    await shop.settlePayments();
    expect(await getPaymentState(shop.db, orderId)).toMatchObject({ order: "paid" });
  });

  it("is available only for the customer's own payable order", async () => {
    const mine = await createUnpaidOrder(shop.db);
    const other = await createUnpaidOrder(shop.db);
    const { token } = mine;
    expect((await requestPayment(mine.orderId)).status).toBe(401);
    const notMine = await requestPayment(other.orderId, token);
    expect([notMine.status, notMine.body.code]).toEqual([404, "order_not_found"]);
    expect((await requestPayment(99_999_999_999, token)).status).toBe(422);
    shop.clock.advance(60 * 60_000);
    const late = await requestPayment(mine.orderId, token);
    expect([late.status, late.body.code]).toEqual([409, "order_not_payable"]);
  });
});
