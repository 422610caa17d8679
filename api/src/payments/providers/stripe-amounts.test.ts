import fc from "fast-check";
import { expect, it } from "vitest";
import { toDecimalAmount } from "./decimal-amount.ts";
import { fromStripeAmount, toStripeAmount } from "./stripe-amounts.ts";

it.each([
  ["1500.00", "RUB", 150_000],
  ["1500", "JPY", 1500],
  ["1500", "ISK", 150_000],
  ["1.5", "KWD", 1500],
  ["0.05", "USD", 5],
])("converts %s %s to %i", (value, currency, amount) => {
  expect(toStripeAmount({ value, currency })).toEqual({ amount, currency: currency.toLowerCase() });
});

it("round-trips amounts in every currency", () => {
  const currencies = fc.constantFrom(
    ["RUB", 2],
    ["USD", 2],
    ["KZT", 2],
    ["JPY", 0],
    ["KRW", 0],
    ["ISK", 0],
    ["UGX", 0],
  );
  fc.assert(
    fc.property(fc.nat(1e10), currencies, (amountMinor, [code, minorDigits]) => {
      const expected = toDecimalAmount(amountMinor, { code, minorDigits });
      const { amount, currency } = toStripeAmount(expected);
      expect(fromStripeAmount(amount, currency)).toEqual(expected);
    }),
  );
});

it("does not round away a fraction that a currency does not have", () => {
  expect(fromStripeAmount(150_001, "isk")).toEqual({ value: "1500.01", currency: "ISK" });
  expect(() => toStripeAmount({ value: "1500.50", currency: "JPY" })).toThrow();
});
