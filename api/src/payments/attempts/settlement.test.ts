import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProviderPayment } from "../../platform/payment-provider.ts";
import { type SettlementContext, decideSettlement } from "./settlement.ts";

const providerPayment: ProviderPayment = {
  ref: "ref",
  status: "succeeded",
  amount: { value: "1500.00", currency: "RUB" },
  reason: null,
  actionUrl: null,
  metadata: { attemptId: "a", paymentId: "p", orderId: "100000001" },
};
const context: SettlementContext = {
  attempt: { id: "a", status: "pending" },
  payment: { id: "p", status: "awaiting", purpose: "order", amount: { value: "1500.00", currency: "RUB" } },
  order: { id: 100_000_001, status: "awaiting_payment" },
  hasOtherLiveAttempt: false,
  isRefundRequested: false,
};

describe("a successful payment", () => {
  it("pays an order that awaits payment, also after a declined attempt", () => {
    expect(decideSettlement(providerPayment, context)).toEqual({ outcome: "paid" });
    expect(decideSettlement(providerPayment, { ...context, payment: { ...context.payment, status: "error" } })).toEqual(
      {
        outcome: "paid",
      },
    );
  });

  it.each([
    ["another amount", { amount: { value: "15.00", currency: "RUB" } }],
    ["the same number of another currency", { amount: { value: "1500.00", currency: "USD" } }],
    ["yen without the decimals", { amount: { value: "1500", currency: "JPY" } }],
    ["another payment", { metadata: { ...providerPayment.metadata, paymentId: "other" } }],
    ["another order", { metadata: { ...providerPayment.metadata, orderId: "100000002" } }],
  ])("with %s pays nothing", (_what, other) => {
    expect(decideSettlement({ ...providerPayment, ...other }, context)).toEqual({ outcome: "mismatch" });
  });

  it("for a canceled order is refunded", () => {
    const canceledOrder: SettlementContext = {
      ...context,
      attempt: { id: "a", status: "failed" },
      payment: { ...context.payment, status: "cancelled" },
      order: { ...context.order, status: "cancelled" },
    };
    expect(decideSettlement(providerPayment, canceledOrder)).toEqual({
      outcome: "refund_requested",
      reason: "order_released",
      shouldRecordSuccess: true,
    });
  });

  it("is refunded if another attempt is in progress, which stays the valid one", () => {
    const second: SettlementContext = { ...context, attempt: { id: "a", status: "failed" }, hasOtherLiveAttempt: true };
    expect(decideSettlement(providerPayment, second)).toEqual({
      outcome: "refund_requested",
      reason: "paid_twice",
      shouldRecordSuccess: false,
    });
  });
});

it("pays nothing if it is reported again after the other attempt, because of which it is refunded, has failed", () => {
  const reported: SettlementContext = { ...context, attempt: { id: "a", status: "failed" }, isRefundRequested: true };
  expect(decideSettlement(providerPayment, reported)).toEqual({ outcome: "already_settled" });
});

describe("a declined payment", () => {
  it("ends the attempt with the provider's reason", () => {
    const declined = { ...providerPayment, status: "canceled" as const, reason: "insufficient_funds" };
    expect(decideSettlement(declined, context)).toEqual({ outcome: "declined", reason: "insufficient_funds" });
    expect(decideSettlement(declined, { ...context, attempt: { id: "a", status: "failed" } })).toEqual({
      outcome: "already_settled",
    });
  });
});

it("applies nothing twice, never leaves success, and charges an order only once", () => {
  const anyContext = fc.record({
    attempt: fc.record({
      id: fc.constant("a"),
      status: fc.constantFrom("pending", "challenge", "succeeded", "failed"),
    }),
    payment: fc.record({
      id: fc.constant("p"),
      status: fc.constantFrom("awaiting", "success", "error", "cancelled"),
      purpose: fc.constantFrom("order", "order_edit"),
      amount: fc.constant(context.payment.amount),
    }),
    order: fc.record({
      id: fc.constant(context.order.id),
      status: fc.constantFrom("awaiting_payment", "paid", "packing", "shipped", "delivered", "cancelled", "refunded"),
    }),
    hasOtherLiveAttempt: fc.boolean(),
    isRefundRequested: fc.boolean(),
  }) satisfies fc.Arbitrary<SettlementContext>;
  fc.assert(
    fc.property(anyContext, fc.constantFrom("pending", "succeeded", "canceled"), (state, status) => {
      const { outcome } = decideSettlement({ ...providerPayment, status }, state);
      if (state.attempt.status === "succeeded" || state.isRefundRequested || status === "pending")
        expect(["already_settled", "pending"]).toContain(outcome);
      if (outcome === "paid") {
        if (state.payment.purpose === "order") expect(state.order.status).toBe("awaiting_payment");
        else expect(state.payment.status).not.toBe("cancelled");
        expect(state.payment.status).not.toBe("success");
        expect(state.hasOtherLiveAttempt).toBe(false);
      }
      if (outcome === "declined") expect(["pending", "challenge"]).toContain(state.attempt.status);
      if (status === "succeeded" && state.attempt.status !== "succeeded" && !state.isRefundRequested)
        expect(["paid", "refund_requested"]).toContain(outcome);
    }),
  );
});
