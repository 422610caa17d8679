import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createPaymentBody, declinedCard, goodCard, openTestGateway, createToken } from "../test/test-gateway.ts";

const testGateway = await openTestGateway();

async function pay(card: object = goodCard, overrides: object = {}, key = "key-1") {
  const token = await createToken(testGateway, card);
  return testGateway.callAsShop("POST", "/payments", { body: createPaymentBody(token, overrides), key });
}

describe("POST /payments", () => {
  it("responds with a pending payment and decides it shortly after", async () => {
    const { status, body } = await pay();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "pending",
      paid: false,
      amount: { value: "1500.00", currency: "RUB" },
      metadata: { attempt_id: "a1", order_id: "100000001" },
      payment_method: { card: { first6: "424242", last4: "4242", card_type: "visa", expiry_month: "12" } },
      test: true,
    });
    expect(testGateway.notifications).toEqual([]);
    await testGateway.settle();
    const decided = await testGateway.callAsShop("GET", `/payments/${body.id}`);
    expect(decided.body).toMatchObject({ status: "succeeded", paid: true, refundable: true });
  });

  it.each([
    [declinedCard, "general_decline"],
    [{ ...goodCard, number: "4111111111111111" }, "unknown_test_card"],
  ])("declines %o: %s", async (card, reason) => {
    const { body } = await pay(card);
    await testGateway.settle();
    const decided = await testGateway.callAsShop("GET", `/payments/${body.id}`);
    expect(decided.body).toMatchObject({
      status: "canceled",
      paid: false,
      cancellation_details: { party: "payment_network", reason },
    });
  });

  it("accepts yen only without decimals", async () => {
    const yen = await pay(goodCard, { amount: { value: "1500", currency: "JPY" } });
    expect(yen.body.amount).toEqual({ value: "1500", currency: "JPY" });
    const withDecimals = await pay(goodCard, { amount: { value: "1500.00", currency: "JPY" } }, "key-2");
    expect([withDecimals.status, withDecimals.body.parameter]).toEqual([400, "amount.value"]);
  });

  it.each([
    ["no amount", { amount: undefined }, "amount"],
    ["a number as an amount", { amount: { value: 1500, currency: "RUB" } }, "amount.value"],
    ["zero", { amount: { value: "0.00", currency: "RUB" } }, "amount.value"],
    ["another currency", { amount: { value: "1.00", currency: "GBP" } }, "amount.currency"],
    ["a long description", { description: "x".repeat(129) }, "description"],
    ["a script as a return URL", { return_url: "javascript:alert(1)" }, "return_url"],
    ["a number in the metadata", { metadata: { a: 1 } }, "metadata.a"],
  ])("refuses %s and names the parameter", async (_what, overrides, parameter) => {
    const { status, body } = await pay(goodCard, overrides);
    expect([status, body.type, body.code, body.parameter]).toEqual([400, "error", "invalid_request", parameter]);
  });

  it("is available to the shop only", async () => {
    const token = await createToken(testGateway);
    const wrongSecret = await testGateway.callAsShop("POST", "/payments", {
      body: createPaymentBody(token),
      key: "k",
      secret: "guessed",
    });
    expect([wrongSecret.status, wrongSecret.body.code]).toEqual([401, "invalid_credentials"]);
    const unauthenticated = await testGateway.send("/payments", { method: "POST", body: "{}" });
    expect(unauthenticated.status).toBe(401);
    expect(
      (await testGateway.callAsShop("POST", "/payments", { body: createPaymentBody(token), key: "k" })).status,
    ).toBe(200);
  });
});

describe("Idempotence-Key", () => {
  it("is required", async () => {
    const token = await createToken(testGateway);
    const { status, body } = await testGateway.callAsShop("POST", "/payments", { body: createPaymentBody(token) });
    expect([status, body.code]).toEqual([400, "idempotence_key_required"]);
  });

  it("repeats the first response, also for concurrent requests", async () => {
    const body = createPaymentBody(await createToken(testGateway));
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => testGateway.callAsShop("POST", "/payments", { body, key: "same" })),
    );
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    await testGateway.settle();
    const repeated = await testGateway.callAsShop("POST", "/payments", { body, key: "same" });
    expect(repeated.body).toEqual(responses[0]?.body);
    const { rows } = await sql`select 1 from sandbox_gateway.payments`.execute(testGateway.db);
    expect(rows).toHaveLength(1);
  });

  it("is refused for another body or call, for 24 hours", async () => {
    const first = await pay();
    const other = await pay(goodCard, { amount: { value: "1.00", currency: "RUB" } });
    expect([other.status, other.body.code]).toEqual([400, "idempotence_key_reused"]);
    const cancel = await testGateway.callAsShop("POST", `/payments/${first.body.id}/cancel`, { key: "key-1" });
    expect(cancel.body.code).toBe("idempotence_key_reused");
    testGateway.clock.advance(24 * 60 * 60_000);
    expect((await pay()).status).toBe(200);
  });

  it("is not consumed by a refused request", async () => {
    const refused = await testGateway.callAsShop("POST", "/payments", {
      body: createPaymentBody("tok_unknown"),
      key: "again",
    });
    expect(refused.body.code).toBe("invalid_token");
    expect((await pay(goodCard, {}, "again")).status).toBe(200);
  });
});

describe("canceling", () => {
  it("ends an undecided payment and notifies the shop", async () => {
    const { body } = await pay();
    const canceled = await testGateway.callAsShop("POST", `/payments/${body.id}/cancel`, { key: "c-1" });
    expect(canceled.body).toMatchObject({
      status: "canceled",
      cancellation_details: { party: "merchant", reason: "canceled_by_merchant" },
    });
    expect((await testGateway.callAsShop("POST", `/payments/${body.id}/cancel`, { key: "c-2" })).status).toBe(200);
    testGateway.notifications.length = 0;
    await testGateway.settle();
    expect(testGateway.notifications.map((event) => event.body.event)).toEqual(["payment.canceled"]);
    expect((await testGateway.callAsShop("GET", `/payments/${body.id}`)).body.status).toBe("canceled");
  });

  it("does not undo a success", async () => {
    const { body } = await pay();
    await testGateway.settle();
    const { status, body: error } = await testGateway.callAsShop("POST", `/payments/${body.id}/cancel`, { key: "c-1" });
    expect([status, error.code]).toEqual([400, "invalid_request"]);
    expect((await testGateway.callAsShop("GET", `/payments/${body.id}`)).body.status).toBe("succeeded");
  });
});

it.each(["/payments/nothing", "/payments/3f0c0c3e-0000-4000-8000-000000000000", "/elsewhere"])(
  "responds to %s with a 404 error",
  async (path) => {
    const { status, body } = await testGateway.callAsShop("GET", path);
    expect([status, body.type, body.code]).toEqual([404, "error", "not_found"]);
  },
);
