import fc from "fast-check";
import { expect, it } from "vitest";
import { calculateRefund, splitOverCharges } from "./refund-calculation.ts";

it("takes the price after the promo code discount, and of it the part that was paid in money", () => {
  const order = {
    lines: [
      { line: 1, quantity: 2, refundedQuantity: 0, totalMinor: 4438_00 },
      { line: 2, quantity: 2, refundedQuantity: 0, totalMinor: 8914_00 },
      { line: 3, quantity: 3, refundedQuantity: 0, totalMinor: 6948_00 },
    ],
    ...{ deliveryMinor: 1900_00, refundedDeliveryMinor: 0 },
    // A gift card of 3,000 and 300 points paid for the rest.
    goodsMoneyMinor: 18_900_00,
  };
  const lines = [1, 2].map((line) => ({ line, quantity: 1 }));
  expect(calculateRefund(order, { lines, deliveryMinor: 900_00 })).toEqual({
    lines: [
      { line: 1, quantity: 1, amountMinor: 2219_00 },
      { line: 2, quantity: 1, amountMinor: 4457_00 },
    ],
    moneyMinor: 6449_83,
    ...{ valueMinor: 7576_00, refundedValueMinor: 0, orderValueMinor: 22_200_00 },
  });
});

it("refunds exactly all of the money, in whichever pieces an order is refunded", () => {
  const line = fc.record({ quantity: fc.integer({ min: 1, max: 9 }), totalMinor: fc.nat(1e6) });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.nat(1e5),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.nat(), { maxLength: 40 }),
      (lines, deliveryMinor, paidShare, choices) => {
        const priceMinor = lines.reduce((sum, { totalMinor }) => sum + totalMinor, deliveryMinor);
        const goodsMoneyMinor = Math.floor(priceMinor * paidShare);
        let state = lines.map((one, index) => ({ ...one, line: index + 1, refundedQuantity: 0 }));
        let refundedDeliveryMinor = 0;
        let moneyMinor = 0;
        const refund = (parts: { line: number; quantity: number }[], delivery: number) => {
          const order = { lines: state, deliveryMinor, refundedDeliveryMinor, goodsMoneyMinor };
          const result = calculateRefund(order, { lines: parts, deliveryMinor: delivery });
          expect(result.moneyMinor).toBeGreaterThanOrEqual(0);
          moneyMinor += result.moneyMinor;
          refundedDeliveryMinor += delivery;
          state = state.map((one) => {
            const quantity = parts.find((part) => part.line === one.line)?.quantity ?? 0;
            return { ...one, refundedQuantity: one.refundedQuantity + quantity };
          });
        };
        for (const choice of choices) {
          const one = state[choice % state.length];
          if (one && one.refundedQuantity < one.quantity) refund([{ line: one.line, quantity: 1 }], 0);
        }
        const rest = state
          .map(({ line: number, quantity, refundedQuantity }) => ({
            line: number,
            quantity: quantity - refundedQuantity,
          }))
          .filter(({ quantity }) => quantity > 0);
        refund(rest, deliveryMinor);
        expect(moneyMinor).toBe(goodsMoneyMinor);
      },
    ),
  );
});

it("takes the money from the oldest payments", () => {
  const charges = [100, 50, 70].map((left_minor, index) => ({
    ...{ attempt_id: `a${index}`, payment_id: `p${index}`, left_minor },
  }));
  const split = (amountMinor: number) => splitOverCharges(amountMinor, charges).map((part) => part.amountMinor);
  expect(split(100)).toEqual([100]);
  expect(split(130)).toEqual([100, 30]);
  expect(split(220)).toEqual([100, 50, 70]);
});
