import fc from "fast-check";
import { expect, it } from "vitest";
import type { Currency } from "../money/currency.ts";
import { fromRub, toWire } from "../money/currency.ts";
import { cartTotals } from "./totals.ts";

const usd: Currency = { code: "USD", sign: "$", minorDigits: 2, roundingDigits: 2, rubPerUnit: "89.32038834" };
const jpy: Currency = { code: "JPY", sign: "¥", minorDigits: 0, roundingDigits: 0, rubPerUnit: "0.59223300" };
const rub: Currency = { code: "RUB", sign: "₽", minorDigits: 2, roundingDigits: 0, rubPerUnit: "1.00000000" };

it("always adds up on the page: shown lines and shown delivery make the shown total, in every currency", () => {
  const line = fc.record({
    priceRubMinor: fc.integer({ min: 1, max: 5_000_000 }),
    qty: fc.integer({ min: 1, max: 20 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      fc.nat(100_000),
      fc.constantFrom(usd, jpy, rub),
      (lines, delivery, currency) => {
        const totals = cartTotals(lines, delivery, currency);
        const shownLines = lines.map((one) => toWire(fromRub(one.priceRubMinor, currency) * one.qty, currency));
        const shown = shownLines.reduce((sum, one) => sum + one, 0) + toWire(totals.deliveryMinor, currency);
        expect(toWire(totals.totalMinor, currency)).toBeCloseTo(shown, 6);
        expect(totals.totalMinor).toBe(totals.productsMinor + totals.deliveryMinor - totals.discountMinor);
      },
    ),
  );
});
