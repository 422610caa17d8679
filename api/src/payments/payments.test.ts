import { beforeEach, describe, expect, it } from "vitest";
import { workOff } from "../../../gateway/src/work.ts";
import { declinedCard, goodCard, openPayingShop } from "../../test/paying-shop.ts";
import { paymentsAtRest } from "./background.ts";
import { anUnpaidOrder, standing } from "./fixtures.ts";

const shop = await openPayingShop();

beforeEach(() => {
  shop.line.toGateway = (request, pass) => pass(request);
  shop.line.delivers = true;
  shop.line.sent.length = 0;
});

const show = async (paymentId: string) => (await shop.ask("GET", `/v1/payments/${paymentId}`)).body.data;

describe("GET /v1/payments/{id}", () => {
  it("shows a payment to whoever holds its id, and nothing personal", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    expect(paymentId).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(await show(paymentId)).toEqual({
      id: paymentId,
      order_id: orderId,
      status: "awaiting",
      amount: 1500,
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
    const { status, body } = await shop.ask("GET", `/v1/payments/${id}`);
    expect([404, 422]).toContain(status);
    expect(["payment_not_found", "validation_failed"]).toContain(body.code);
  });

  it("offers no card form once its time is over", async () => {
    const { paymentId } = await anUnpaidOrder(shop.db);
    shop.clock.advance(60 * 60_000);
    expect(await show(paymentId)).toMatchObject({ status: "awaiting", action: { type: "none" } });
  });

  it("follows an order that was called off at once", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", orderId).execute();
    expect(await show(paymentId)).toMatchObject({ status: "cancelled", action: { type: "none" } });
  });
});

describe("paying by card", () => {
  it("takes a card, waits for the gateway's word, and pays the order once", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    const confirmed = await shop.confirm(paymentId, await shop.tokenFor());
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.data).toMatchObject({ status: "awaiting", in_progress: true, action: { type: "none" } });
    await shop.settle();
    expect(await show(paymentId)).toMatchObject({ status: "success", in_progress: false, action: { type: "none" } });
    expect(await standing(shop.db, orderId)).toEqual({
      order: "paid",
      payments: ["success"],
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
    const again = await shop.confirm(paymentId, await shop.tokenFor());
    expect([again.status, again.body.code]).toEqual([409, "payment_ended"]);
  });

  it("charges yen as yen: 1500 stays 1500 to the gateway and back", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db, { totalMinor: 1500, currency: "JPY" });
    const bodies: string[] = [];
    shop.line.toGateway = async (request, pass) => {
      if (request.method === "POST") bodies.push(await request.clone().text());
      return pass(request);
    };
    await shop.confirm(paymentId, await shop.tokenFor());
    await shop.settle();
    expect(JSON.parse(bodies[0] ?? "{}").amount).toEqual({ value: "1500", currency: "JPY" });
    expect(await show(paymentId)).toMatchObject({ status: "success", amount: 1500, iso_code: "JPY", sign: "¥" });
    expect((await standing(shop.db, orderId)).order).toBe("paid");
  });

  it.each([
    [declinedCard, "general_decline"],
    [{ ...goodCard, number: "4111 1111 1111 1111" }, "unknown_test_card"],
  ])("lets a declined card be followed by a good one: %o", async (card, reason) => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    await shop.confirm(paymentId, await shop.tokenFor(card));
    await shop.settle();
    expect(await show(paymentId)).toMatchObject({
      status: "error",
      decline_reason: reason,
      action: { type: "card_form", url: "/sandbox-gateway/tokens" },
      in_progress: false,
    });
    expect((await standing(shop.db, orderId)).order).toBe("awaiting_payment");

    const second = await shop.confirm(paymentId, await shop.tokenFor());
    expect(second.body.data).toMatchObject({ status: "awaiting", decline_reason: null, in_progress: true });
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "paid",
      payments: ["success"],
      attempts: [`failed: ${reason}`, "succeeded"],
      history: ["awaiting_payment", "paid"],
      refunds: [],
    });
  });

  it("needs a key, a token and a known payment", async () => {
    const { paymentId } = await anUnpaidOrder(shop.db);
    const path = `/v1/payments/${paymentId}/confirm`;
    const keyless = await shop.ask("POST", path, { body: { card_token: "t" } });
    expect([keyless.status, keyless.body.code]).toEqual([422, "idempotency_key_required"]);
    const tokenless = await shop.ask("POST", path, { body: {}, key: "a-key-of-mine" });
    expect([tokenless.status, tokenless.body.errors]).toEqual([422, { card_token: ["required"] }]);
    const unknown = await shop.confirm("x".repeat(32), "t");
    expect([unknown.status, unknown.body.code]).toEqual([404, "payment_not_found"]);
  });

  it("refuses a token that the gateway does not know, and may be tried again", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    const key = "the-key-of-a-bad-token";
    const refused = await shop.confirm(paymentId, "tok_unknown", key);
    expect([refused.status, refused.body.code]).toEqual([422, "card_token_invalid"]);
    expect((await shop.confirm(paymentId, "tok_unknown", key)).body.code).toBe("card_token_invalid");
    expect(await show(paymentId)).toMatchObject({
      status: "awaiting",
      action: { type: "card_form", url: "/sandbox-gateway/tokens" },
      in_progress: false,
    });
    expect((await shop.confirm(paymentId, await shop.tokenFor())).status).toBe(200);
    await shop.settle();
    expect((await standing(shop.db, orderId)).order).toBe("paid");
  });

  it("refuses once the time to pay is over, or the order was called off", async () => {
    const late = await anUnpaidOrder(shop.db);
    const gone = await anUnpaidOrder(shop.db);
    await shop.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", gone.orderId).execute();
    expect((await shop.confirm(gone.paymentId, await shop.tokenFor())).body.code).toBe("payment_ended");
    shop.clock.advance(60 * 60_000);
    expect((await shop.confirm(late.paymentId, await shop.tokenFor())).body.code).toBe("payment_ended");
  });
});

describe("the same confirmation again", () => {
  it("gives the first answer and sends nothing twice", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    const token = await shop.tokenFor();
    const key = "one-key-for-one-click";
    const first = await shop.confirm(paymentId, token, key);
    await shop.settle();
    const second = await shop.confirm(paymentId, token, key);
    expect(second.body).toEqual(first.body);
    const other = await shop.confirm(paymentId, "another-token", key);
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    expect((await standing(shop.db, orderId)).attempts).toEqual(["succeeded"]);
  });

  it("ten times at once with one key is one attempt", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    const token = await shop.tokenFor();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.confirm(paymentId, token, "ten-clicks-at-once")),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid", attempts: ["succeeded"] });
  });

  it("two tabs with two cards at once: one attempt, the other is told to wait", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    const tokens = [await shop.tokenFor(), await shop.tokenFor(), await shop.tokenFor(), await shop.tokenFor()];
    const answers = await Promise.all(tokens.map((token) => shop.confirm(paymentId, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const second = answers.find(({ status }) => status === 409);
    expect([second?.body.code, second?.headers.get("retry-after")]).toEqual(["payment_in_progress", "5"]);
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({
      order: "paid",
      attempts: ["succeeded"],
      history: ["awaiting_payment", "paid"],
    });
  });
});

describe("a gateway out of reach", () => {
  const cut = () => Promise.reject(new TypeError("fetch failed"));

  it("is told as 503; the same key then sends the same attempt", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    const token = await shop.tokenFor();
    const key = "a-key-for-a-bad-line";
    shop.line.toGateway = cut;
    const failed = await shop.confirm(paymentId, token, key);
    expect([failed.status, failed.body.code, failed.headers.get("retry-after")]).toEqual([
      503,
      "gateway_unavailable",
      "5",
    ]);
    expect(shop.errors).toHaveLength(1);
    shop.line.toGateway = (request, pass) => pass(request);
    expect((await shop.confirm(paymentId, token, key)).status).toBe(200);
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid", attempts: ["succeeded"] });
  });

  it("whose answer got lost has the money once, whatever is tried again", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    const token = await shop.tokenFor();
    const key = "a-key-for-a-lost-answer";
    shop.line.toGateway = async (request, pass) => {
      await pass(request);
      throw new TypeError("terminated");
    };
    expect((await shop.confirm(paymentId, token, key)).status).toBe(503);
    shop.line.toGateway = (request, pass) => pass(request);
    // Another card within the time that a call may take: wait. After it: the gateway knows the attempt already.
    expect((await shop.confirm(paymentId, await shop.tokenFor())).body.code).toBe("payment_in_progress");
    shop.clock.advance(30_000);
    expect(await show(paymentId)).toMatchObject({
      in_progress: false,
      action: { type: "card_form", url: "/sandbox-gateway/tokens" },
    });
    expect((await shop.confirm(paymentId, await shop.tokenFor())).body.code).toBe("payment_in_progress");
    expect((await shop.confirm(paymentId, token, key)).status).toBe(200);
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid", attempts: ["succeeded"], refunds: [] });
  });

  it("that never got the call takes another card later, as the same attempt", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    shop.line.toGateway = cut;
    await shop.confirm(paymentId, await shop.tokenFor(declinedCard));
    shop.line.toGateway = (request, pass) => pass(request);
    shop.clock.advance(30_000);
    expect((await shop.confirm(paymentId, await shop.tokenFor())).status).toBe(200);
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid", attempts: ["succeeded"] });
  });

  it.each([
    ["an error page", () => new Response("<html>502</html>", { status: 502 })],
    ["a page with status 200", () => new Response("<html>hello</html>")],
    ["something else in JSON", () => Response.json({ hello: "there" })],
    ["a refusal of the shop's own secret", () => Response.json({ code: "invalid_credentials" }, { status: 401 })],
  ])("that answers with %s counts as out of reach", async (_what, answer) => {
    const { paymentId } = await anUnpaidOrder(shop.db);
    shop.line.toGateway = async () => answer();
    expect((await shop.confirm(paymentId, await shop.tokenFor())).body.code).toBe("gateway_unavailable");
    expect(shop.errors).toHaveLength(1);
  });

  it("tells of a payment before its own answer is read: paid once", async () => {
    const { orderId, paymentId } = await anUnpaidOrder(shop.db);
    shop.line.toGateway = async (request, pass) => {
      const answer = await pass(request);
      if (request.method !== "POST") return answer;
      shop.clock.advance(1000);
      await workOff(shop.gateway);
      await paymentsAtRest();
      return answer;
    };
    const { body } = await shop.confirm(paymentId, await shop.tokenFor());
    expect(body.data.status).toBe("success");
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid", attempts: ["succeeded"] });
  });
});

describe("POST /v1/user/orders/{id}/payment", () => {
  const payAgain = (orderId: number | string, token?: string) =>
    shop.ask("POST", `/v1/user/orders/${orderId}/payment`, token ? { token } : {});

  it("gives the live payment, and a fresh one when the last was cancelled", async () => {
    const { orderId, paymentId, token } = await anUnpaidOrder(shop.db);
    expect((await payAgain(orderId, token)).body.data.id).toBe(paymentId);
    await shop.db.updateTable("payments").set({ status: "cancelled" }).where("id", "=", paymentId).execute();
    const [one, two] = await Promise.all([payAgain(orderId, token), payAgain(orderId, token)]);
    expect(one.body.data.id).not.toBe(paymentId);
    expect(two.body.data.id).toBe(one.body.data.id);
    expect(one.body.data).toMatchObject({
      status: "awaiting",
      amount: 1500,
      action: { type: "card_form", url: "/sandbox-gateway/tokens" },
    });
    await shop.confirm(one.body.data.id, await shop.tokenFor());
    await shop.settle();
    expect(await standing(shop.db, orderId)).toMatchObject({ order: "paid" });
  });

  it("is the customer's own, of an order that can be paid", async () => {
    const mine = await anUnpaidOrder(shop.db);
    const other = await anUnpaidOrder(shop.db);
    const { token } = mine;
    expect((await payAgain(mine.orderId)).status).toBe(401);
    const notMine = await payAgain(other.orderId, token);
    expect([notMine.status, notMine.body.code]).toEqual([404, "order_not_found"]);
    expect((await payAgain(99_999_999_999, token)).status).toBe(422);
    shop.clock.advance(60 * 60_000);
    const late = await payAgain(mine.orderId, token);
    expect([late.status, late.body.code]).toEqual([409, "order_not_payable"]);
  });
});
