import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aPayment, declinedCard, goodCard, openTestGateway, tokenFor } from "../test/world.ts";

const world = await openTestGateway();

async function pay(card: object = goodCard, more: object = {}, key = "key-1") {
  const token = await tokenFor(world, card);
  return world.call("POST", "/payments", { body: aPayment(token, more), key });
}

describe("POST /payments", () => {
  it("answers at once as pending and is decided a moment later", async () => {
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
    expect(world.told).toEqual([]);
    await world.settle();
    const decided = await world.call("GET", `/payments/${body.id}`);
    expect(decided.body).toMatchObject({ status: "succeeded", paid: true, refundable: true });
  });

  it.each([
    [declinedCard, "general_decline"],
    [{ ...goodCard, number: "4111111111111111" }, "unknown_test_card"],
  ])("declines %o: %s", async (card, reason) => {
    const { body } = await pay(card);
    await world.settle();
    const decided = await world.call("GET", `/payments/${body.id}`);
    expect(decided.body).toMatchObject({
      status: "canceled",
      paid: false,
      cancellation_details: { party: "payment_network", reason },
    });
  });

  it("takes yen without decimals and nothing else", async () => {
    const yen = await pay(goodCard, { amount: { value: "1500", currency: "JPY" } });
    expect(yen.body.amount).toEqual({ value: "1500", currency: "JPY" });
    const hundredfold = await pay(goodCard, { amount: { value: "1500.00", currency: "JPY" } }, "key-2");
    expect([hundredfold.status, hundredfold.body.parameter]).toEqual([400, "amount.value"]);
  });

  it.each([
    ["no amount", { amount: undefined }, "amount"],
    ["a number for an amount", { amount: { value: 1500, currency: "RUB" } }, "amount.value"],
    ["zero", { amount: { value: "0.00", currency: "RUB" } }, "amount.value"],
    ["another currency", { amount: { value: "1.00", currency: "GBP" } }, "amount.currency"],
    ["a long description", { description: "x".repeat(129) }, "description"],
    ["a script for a return address", { return_url: "javascript:alert(1)" }, "return_url"],
    ["a number in the metadata", { metadata: { a: 1 } }, "metadata.a"],
  ])("refuses %s and names the parameter", async (_what, more, parameter) => {
    const { status, body } = await pay(goodCard, more);
    expect([status, body.type, body.code, body.parameter]).toEqual([400, "error", "invalid_request", parameter]);
  });

  it("is for the shop alone", async () => {
    const token = await tokenFor(world);
    const wrong = await world.call("POST", "/payments", { body: aPayment(token), key: "k", secret: "guessed" });
    expect([wrong.status, wrong.body.code]).toEqual([401, "invalid_credentials"]);
    const none = await world.send("/payments", { method: "POST", body: "{}" });
    expect(none.status).toBe(401);
    expect((await world.call("POST", "/payments", { body: aPayment(token), key: "k" })).status).toBe(200);
  });
});

describe("the Idempotence-Key", () => {
  it("must be there", async () => {
    const token = await tokenFor(world);
    const { status, body } = await world.call("POST", "/payments", { body: aPayment(token) });
    expect([status, body.code]).toEqual([400, "idempotence_key_required"]);
  });

  it("gives the first answer again, also to requests at the same time", async () => {
    const body = aPayment(await tokenFor(world));
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.call("POST", "/payments", { body, key: "same" })));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    await world.settle();
    const late = await world.call("POST", "/payments", { body, key: "same" });
    expect(late.body).toEqual(answers[0]?.body);
    const { rows } = await sql`select 1 from sandbox_gateway.payments`.execute(world.db);
    expect(rows).toHaveLength(1);
  });

  it("refuses another body or another call, for 24 hours", async () => {
    const first = await pay();
    const other = await pay(goodCard, { amount: { value: "1.00", currency: "RUB" } });
    expect([other.status, other.body.code]).toEqual([400, "idempotence_key_reused"]);
    const cancel = await world.call("POST", `/payments/${first.body.id}/cancel`, { key: "key-1" });
    expect(cancel.body.code).toBe("idempotence_key_reused");
    world.clock.advance(24 * 60 * 60_000);
    expect((await pay()).status).toBe(200);
  });

  it("is not used up by a refused request", async () => {
    const refused = await world.call("POST", "/payments", { body: aPayment("tok_unknown"), key: "again" });
    expect(refused.body.code).toBe("invalid_token");
    expect((await pay(goodCard, {}, "again")).status).toBe(200);
  });
});

describe("cancelling", () => {
  it("ends a payment that is not decided yet, and tells the shop", async () => {
    const { body } = await pay();
    const cancelled = await world.call("POST", `/payments/${body.id}/cancel`, { key: "c-1" });
    expect(cancelled.body).toMatchObject({
      status: "canceled",
      cancellation_details: { party: "merchant", reason: "canceled_by_merchant" },
    });
    expect((await world.call("POST", `/payments/${body.id}/cancel`, { key: "c-2" })).status).toBe(200);
    world.told.length = 0;
    await world.settle();
    expect(world.told.map((event) => event.body.event)).toEqual(["payment.canceled"]);
    expect((await world.call("GET", `/payments/${body.id}`)).body.status).toBe("canceled");
  });

  it("does not undo a success", async () => {
    const { body } = await pay();
    await world.settle();
    const { status, body: error } = await world.call("POST", `/payments/${body.id}/cancel`, { key: "c-1" });
    expect([status, error.code]).toEqual([400, "invalid_request"]);
    expect((await world.call("GET", `/payments/${body.id}`)).body.status).toBe("succeeded");
  });
});

it.each(["/payments/nothing", "/payments/3f0c0c3e-0000-4000-8000-000000000000", "/elsewhere"])(
  "answers 404 in the one form: %s",
  async (path) => {
    const { status, body } = await world.call("GET", path);
    expect([status, body.type, body.code]).toEqual([404, "error", "not_found"]);
  },
);
