import fc from "fast-check";
import { expect, it } from "vitest";
import { toDecimalAmount } from "./decimal-amount.ts";

it.each([
  [150_000, "RUB", 2, "1500.00"],
  [5, "USD", 2, "0.05"],
  [1500, "JPY", 0, "1500"],
  [99, "JPY", 0, "99"],
])("formats %i minor units of %s with %s decimals: %s", (amountMinor, code, minorDigits, value) => {
  expect(toDecimalAmount(amountMinor, { code, minorDigits })).toEqual({ value, currency: code });
});

it("loses no digits, whatever the currency", () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.constantFrom(0, 1, 2), (amountMinor, minorDigits) => {
      const { value } = toDecimalAmount(amountMinor, { code: "XXX", minorDigits });
      expect(Number(value.replace(".", ""))).toBe(amountMinor);
      expect(value.split(".")[1] ?? "").toHaveLength(minorDigits);
    }),
  );
});
