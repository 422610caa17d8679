import { beforeEach, describe, expect, it } from "vitest";
import { aPayment, goodCard, openTestGateway, tokenFor } from "../test/world.ts";

const world = await openTestGateway();
let paymentId: string;

beforeEach(async () => {
  const token = await tokenFor(world, goodCard);
  const { body } = await world.call("POST", "/payments", { body: aPayment(token), key: "payment" });
  paymentId = body.id;
  await world.settle();
  world.told.length = 0;
});

function refund(value: string, key: string, more: object = {}) {
  const body = { payment_id: paymentId, amount: { value, currency: "RUB" }, ...more };
  return world.call("POST", "/refunds", { body, key });
}

describe("POST /refunds", () => {
  it("gives money back in parts up to what was captured, never above", async () => {
    const first = await refund("1000.00", "r-1", { metadata: { refund_id: "7" } });
    expect(first.body).toMatchObject({
      status: "pending",
      payment_id: paymentId,
      metadata: { refund_id: "7" },
      test: true,
    });
    const above = await refund("500.01", "r-2");
    expect([above.status, above.body.parameter]).toEqual([400, "amount.value"]);
    expect((await refund("500.00", "r-3")).status).toBe(200);
    await world.settle();
    expect((await world.call("GET", `/refunds/${first.body.id}`)).body.status).toBe("succeeded");
    expect(world.told.map((event) => event.body.event)).toEqual(["refund.succeeded", "refund.succeeded"]);
    const payment = await world.call("GET", `/payments/${paymentId}`);
    expect(payment.body).toMatchObject({
      status: "succeeded",
      refundable: false,
      refunded_amount: { value: "1500.00", currency: "RUB" },
    });
    expect((await refund("0.01", "r-4")).status).toBe(400);
  });

  it("asked ten times at once for the whole gives it back once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => refund("1500.00", `race-${i}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("repeats its answer for the same key", async () => {
    const [first, again] = await Promise.all([refund("10.00", "same"), refund("10.00", "same")]);
    expect(again.body).toEqual(first.body);
  });

  it("refuses another currency, an unknown payment and one that did not succeed", async () => {
    const yen = await refund("0", "k1", { amount: { value: "100", currency: "JPY" } });
    expect(yen.body.parameter).toBe("amount.currency");
    const unknown = await refund("1.00", "k2", { payment_id: "3f0c0c3e-0000-4000-8000-000000000000" });
    expect(unknown.status).toBe(404);
    const token = await tokenFor(world);
    const pending = await world.call("POST", "/payments", { body: aPayment(token), key: "pending" });
    const early = await refund("1.00", "k3", { payment_id: pending.body.id });
    expect([early.status, early.body.parameter]).toEqual([400, "payment_id"]);
  });
});
