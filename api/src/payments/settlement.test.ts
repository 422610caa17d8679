import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProviderPayment } from "./provider.ts";
import { type Known, settlementOf } from "./settlement.ts";

const told: ProviderPayment = {
  ref: "ref",
  status: "succeeded",
  amount: { value: "1500.00", currency: "RUB" },
  reason: null,
  actionUrl: null,
  about: { attemptId: "a", paymentId: "p", orderId: "100000001" },
};
const known: Known = {
  attempt: { id: "a", status: "pending" },
  payment: { id: "p", status: "awaiting", amount: { value: "1500.00", currency: "RUB" } },
  order: { id: 100_000_001, status: "awaiting_payment" },
  hasOtherLiveAttempt: false,
};

describe("a success", () => {
  it("pays an order that waits for it, also after a declined attempt", () => {
    expect(settlementOf(told, known)).toEqual({ outcome: "paid" });
    expect(settlementOf(told, { ...known, payment: { ...known.payment, status: "error" } })).toEqual({
      outcome: "paid",
    });
  });

  it.each([
    ["another amount", { amount: { value: "15.00", currency: "RUB" } }],
    ["the same number of another currency", { amount: { value: "1500.00", currency: "USD" } }],
    ["yen without the decimals", { amount: { value: "1500", currency: "JPY" } }],
    ["another payment", { about: { ...told.about, paymentId: "other" } }],
    ["another order", { about: { ...told.about, orderId: "100000002" } }],
  ])("with %s pays nothing", (_what, other) => {
    expect(settlementOf({ ...told, ...other }, known)).toEqual({ outcome: "mismatch" });
  });

  it("of an order that was called off goes back", () => {
    const released: Known = {
      ...known,
      attempt: { id: "a", status: "failed" },
      payment: { ...known.payment, status: "cancelled" },
      order: { ...known.order, status: "cancelled" },
    };
    expect(settlementOf(told, released)).toEqual({
      outcome: "refund_requested",
      reason: "order_released",
      recordSuccess: true,
    });
  });

  it("beside another attempt that is under way goes back, and the other stays the one", () => {
    const second: Known = { ...known, attempt: { id: "a", status: "failed" }, hasOtherLiveAttempt: true };
    expect(settlementOf(told, second)).toEqual({
      outcome: "refund_requested",
      reason: "paid_twice",
      recordSuccess: false,
    });
  });
});

describe("a refusal", () => {
  it("ends the attempt with the provider's reason", () => {
    const refused = { ...told, status: "canceled" as const, reason: "insufficient_funds" };
    expect(settlementOf(refused, known)).toEqual({ outcome: "declined", reason: "insufficient_funds" });
    expect(settlementOf(refused, { ...known, attempt: { id: "a", status: "failed" } })).toEqual({ outcome: "already" });
  });
});

it("never moves anything twice, never backwards from success, and takes money only once per order", () => {
  const anyKnown = fc.record({
    attempt: fc.record({
      id: fc.constant("a"),
      status: fc.constantFrom("pending", "challenge", "succeeded", "failed"),
    }),
    payment: fc.record({
      id: fc.constant("p"),
      status: fc.constantFrom("awaiting", "success", "error", "cancelled"),
      amount: fc.constant(known.payment.amount),
    }),
    order: fc.record({
      id: fc.constant(known.order.id),
      status: fc.constantFrom("awaiting_payment", "paid", "packing", "shipped", "delivered", "cancelled", "refunded"),
    }),
    hasOtherLiveAttempt: fc.boolean(),
  }) satisfies fc.Arbitrary<Known>;
  fc.assert(
    fc.property(anyKnown, fc.constantFrom("pending", "succeeded", "canceled"), (state, status) => {
      const { outcome } = settlementOf({ ...told, status }, state);
      if (state.attempt.status === "succeeded" || status === "pending")
        expect(["already", "nothing_yet"]).toContain(outcome);
      if (outcome === "paid") {
        expect(state.order.status).toBe("awaiting_payment");
        expect(state.payment.status).not.toBe("success");
        expect(state.hasOtherLiveAttempt).toBe(false);
      }
      if (outcome === "declined") expect(["pending", "challenge"]).toContain(state.attempt.status);
      if (status === "succeeded" && state.attempt.status !== "succeeded")
        expect(["paid", "refund_requested"]).toContain(outcome);
    }),
  );
});
