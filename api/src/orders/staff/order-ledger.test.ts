import fc from "fast-check";
import { expect, it } from "vitest";
import type { OrderStatus } from "../schema.ts";
import { calculateLedger, getRefundableMinor, type LedgerParts } from "./order-ledger.ts";

const amount = fc.nat(1e7);
const openStatus = fc.constantFrom<OrderStatus>("paid", "packing", "shipped", "delivered", "returned");
const closedStatus = fc.constantFrom<OrderStatus>("cancelled", "refunded");
const refund = fc.record({
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  status: fc.constantFrom("pending" as const, "succeeded" as const, "failed" as const),
});
const scenario = {
  products: amount,
  delivery: fc.nat(1e5),
  giftCards: fc.nat(1e6),
  /** The parts of goods and delivery that the promo code, points and the gift card pay. */
  parts: fc.tuple(...[1, 2, 3].map(() => fc.double({ min: 0, max: 0.33, noNaN: true }))),
  refunds: fc.array(refund, { maxLength: 8 }),
  paidTwice: fc.constantFrom(null, "pending" as const, "succeeded" as const, "failed" as const),
};
type Scenario = { [Key in keyof typeof scenario]: (typeof scenario)[Key] extends fc.Arbitrary<infer T> ? T : never };

/** Builds an order that was paid, with refunds that never exceed what is left. */
function buildOrder({ products, delivery, giftCards, parts, refunds, paidTwice }: Scenario, status: OrderStatus) {
  const [discount_minor = 0, loyalty_minor = 0, gift_card_minor = 0] = parts.map((part) =>
    Math.floor(part * (products + delivery)),
  );
  const order = {
    ...{ status, products_minor: products, delivery_minor: delivery, purchased_gift_cards_minor: giftCards },
    ...{ discount_minor, loyalty_minor, gift_card_minor },
  };
  const totalMinor = products + delivery + giftCards - discount_minor - loyalty_minor - gift_card_minor;
  let leftMinor = totalMinor;
  const made = refunds.map(({ share, status: refundStatus }) => {
    const amount_minor = Math.floor(share * leftMinor);
    if (refundStatus !== "failed") leftMinor -= amount_minor;
    return { attempt_id: "a1", status: refundStatus, amount_minor, reason: "other" };
  });
  const succeededMinor = made.reduce((sum, one) => sum + (one.status === "succeeded" ? one.amount_minor : 0), 0);
  const getReturned = (minor: number) => (totalMinor === 0 ? 0 : Math.floor((minor * succeededMinor) / totalMinor));
  const ledgerParts: LedgerParts = {
    payments: [
      { amount_minor: totalMinor, attempts: [{ id: "a1", status: "succeeded" }], refunds: made },
      ...(paidTwice === null
        ? []
        : [
            {
              amount_minor: totalMinor,
              attempts: [{ id: "a2", status: "failed" as const }],
              refunds: [{ attempt_id: "a2", status: paidTwice, amount_minor: totalMinor, reason: "paid_twice" }],
            },
          ]),
    ],
    gift_card_returned_minor: getReturned(gift_card_minor),
    loyalty_returned_minor: getReturned(loyalty_minor),
  };
  const owedMinor = paidTwice === "failed" ? totalMinor : 0;
  return { order, ledgerParts, leftMinor, owedMinor };
}

const toMinor = (minor: number) => minor;

it("balances to zero for every paid order, whatever was refunded; money that was paid twice is owed until it is sent", () => {
  fc.assert(
    fc.property(fc.record(scenario), openStatus, (values, status) => {
      const { order, ledgerParts, owedMinor } = buildOrder(values, status);
      const { charged, paid, balance, charges, payments } = calculateLedger(order, ledgerParts, toMinor);
      expect(balance).toBe(0 - owedMinor);
      expect(charged - paid).toBe(0 - owedMinor);
      expect(charges.reduce((sum, entry) => sum + entry.amount, 0)).toBe(charged);
      expect(payments.reduce((sum, entry) => sum + entry.amount, 0)).toBe(paid);
    }),
  );
});

it("owes the customer of a canceled order exactly the money that is not on its way back", () => {
  fc.assert(
    fc.property(fc.record(scenario), closedStatus, (values, status) => {
      const { order, ledgerParts, leftMinor, owedMinor } = buildOrder(values, status);
      const { charged, balance } = calculateLedger(order, ledgerParts, toMinor);
      expect(charged).toBe(0);
      expect(balance).toBe(0 - leftMinor - owedMinor);
      expect(getRefundableMinor(ledgerParts.payments)).toBe(leftMinor);
    }),
  );
});
