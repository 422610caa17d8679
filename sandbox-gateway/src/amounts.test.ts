import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromMinor, isSupportedCurrency, toMinor } from "./amounts.ts";

describe("amounts", () => {
  it.each([
    ["1500.00", "RUB", 150_000],
    ["0.01", "USD", 1],
    ["1500", "JPY", 1500],
    ["0.00", "EUR", 0],
  ])("parses %s %s as %i minor units", (value, currency, amountMinor) => {
    expect(toMinor(value, currency)).toBe(amountMinor);
    expect(fromMinor(amountMinor, currency)).toBe(value);
  });

  it.each([
    ["1500", "RUB"],
    ["1500.0", "RUB"],
    ["1500.000", "RUB"],
    ["1500.00", "JPY"],
    ["-1.00", "RUB"],
    ["01.00", "RUB"],
    ["1e3", "JPY"],
    ["1,50", "RUB"],
    ["", "RUB"],
    ["1.00", "XXX"],
    ["1.00", "toString"],
  ])("rejects %s for %s", (value, currency) => {
    expect(toMinor(value, currency)).toBeNull();
  });

  it("round-trips every amount", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e13 }),
        fc.constantFrom("RUB", "USD", "EUR", "KZT", "JPY"),
        (amountMinor, code) => {
          fc.pre(code !== "JPY" || amountMinor < 1e12);
          expect(toMinor(fromMinor(amountMinor, code), code)).toBe(amountMinor);
        },
      ),
    );
  });

  it("supports its currencies and nothing else", () => {
    expect(isSupportedCurrency("JPY")).toBe(true);
    expect(isSupportedCurrency("GBP")).toBe(false);
    expect(isSupportedCurrency("constructor")).toBe(false);
  });
});
