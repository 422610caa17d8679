import fc from "fast-check";
import { expect, it } from "vitest";
import { decimalAmount } from "./provider.ts";

it.each([
  [150_000, "RUB", 2, "1500.00"],
  [5, "USD", 2, "0.05"],
  [1500, "JPY", 0, "1500"],
  [99, "JPY", 0, "99"],
])("tells %i minor units of %s as %s decimals: %s", (minor, code, minorDigits, value) => {
  expect(decimalAmount(minor, { code, minorDigits })).toEqual({ value, currency: code });
});

it("loses nothing, whatever the currency", () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.constantFrom(0, 1, 2), (minor, minorDigits) => {
      const { value } = decimalAmount(minor, { code: "XXX", minorDigits });
      expect(Number(value.replace(".", ""))).toBe(minor);
      expect(value.split(".")[1] ?? "").toHaveLength(minorDigits);
    }),
  );
});
