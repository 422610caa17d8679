import fc from "fast-check";
import { expect, it } from "vitest";
import { decimalAmount } from "./provider.ts";
import { fromStripe, toStripe } from "./stripe-amounts.ts";

it.each([
  ["1500.00", "RUB", 150_000],
  ["1500", "JPY", 1500],
  ["1500", "ISK", 150_000],
  ["1.5", "KWD", 1500],
  ["0.05", "USD", 5],
])("tells %s %s as %i", (value, currency, amount) => {
  expect(toStripe({ value, currency })).toEqual({ amount, currency: currency.toLowerCase() });
});

it("takes back what it told, in every currency", () => {
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
    fc.property(fc.nat(1e10), currencies, (minor, [code, minorDigits]) => {
      const asked = decimalAmount(minor, { code, minorDigits });
      const { amount, currency } = toStripe(asked);
      expect(fromStripe(amount, currency)).toEqual(asked);
    }),
  );
});

it("does not round away what a currency has no unit for", () => {
  expect(fromStripe(150_001, "isk")).toEqual({ value: "1500.01", currency: "ISK" });
  expect(() => toStripe({ value: "1500.50", currency: "JPY" })).toThrow();
});
