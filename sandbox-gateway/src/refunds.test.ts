import { beforeEach, describe, expect, it } from "vitest";
import { createPaymentBody, goodCard, openTestGateway, createToken } from "../test/test-gateway.ts";

const testGateway = await openTestGateway();
let paymentId: string;

beforeEach(async () => {
  const token = await createToken(testGateway, goodCard);
  const { body } = await testGateway.callAsShop("POST", "/payments", {
    body: createPaymentBody(token),
    key: "payment",
  });
  paymentId = body.id;
  await testGateway.settle();
  testGateway.notifications.length = 0;
});

function createRefund(value: string, key: string, overrides: object = {}) {
  const body = { payment_id: paymentId, amount: { value, currency: "RUB" }, ...overrides };
  return testGateway.callAsShop("POST", "/refunds", { body, key });
}

describe("POST /refunds", () => {
  it("refunds in parts up to the captured amount, but not more", async () => {
    const first = await createRefund("1000.00", "r-1", { metadata: { refund_id: "7" } });
    expect(first.body).toMatchObject({
      status: "pending",
      payment_id: paymentId,
      metadata: { refund_id: "7" },
      test: true,
    });
    const tooLarge = await createRefund("500.01", "r-2");
    expect([tooLarge.status, tooLarge.body.parameter]).toEqual([400, "amount.value"]);
    expect((await createRefund("500.00", "r-3")).status).toBe(200);
    await testGateway.settle();
    expect((await testGateway.callAsShop("GET", `/refunds/${first.body.id}`)).body.status).toBe("succeeded");
    expect(testGateway.notifications.map((event) => event.body.event)).toEqual([
      "refund.succeeded",
      "refund.succeeded",
    ]);
    const payment = await testGateway.callAsShop("GET", `/payments/${paymentId}`);
    expect(payment.body).toMatchObject({
      status: "succeeded",
      refundable: false,
      refunded_amount: { value: "1500.00", currency: "RUB" },
    });
    expect((await createRefund("0.01", "r-4")).status).toBe(400);
  });

  it("of the full amount, requested ten times at once, succeeds once", async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => createRefund("1500.00", `concurrent-${index}`)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("repeats the response for the same key", async () => {
    const [first, repeated] = await Promise.all([createRefund("10.00", "same"), createRefund("10.00", "same")]);
    expect(repeated.body).toEqual(first.body);
  });

  it("refuses another currency, an unknown payment and a payment that has not succeeded", async () => {
    const yen = await createRefund("0", "k1", { amount: { value: "100", currency: "JPY" } });
    expect(yen.body.parameter).toBe("amount.currency");
    const unknown = await createRefund("1.00", "k2", { payment_id: "3f0c0c3e-0000-4000-8000-000000000000" });
    expect(unknown.status).toBe(404);
    const token = await createToken(testGateway);
    const pending = await testGateway.callAsShop("POST", "/payments", {
      body: createPaymentBody(token),
      key: "pending",
    });
    const beforeSuccess = await createRefund("1.00", "k3", { payment_id: pending.body.id });
    expect([beforeSuccess.status, beforeSuccess.body.parameter]).toEqual([400, "payment_id"]);
  });
});
