import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromMinor, takesCurrency, toMinor } from "./amounts.ts";

describe("amounts", () => {
  it.each([
    ["1500.00", "RUB", 150_000],
    ["0.01", "USD", 1],
    ["1500", "JPY", 1500],
    ["0.00", "EUR", 0],
  ])("reads %s %s as %i minor units", (value, currency, minor) => {
    expect(toMinor(value, currency)).toBe(minor);
    expect(fromMinor(minor, currency)).toBe(value);
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
  ])("does not take %s for %s", (value, currency) => {
    expect(toMinor(value, currency)).toBeNull();
  });

  it("gives back every amount as it was", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e13 }),
        fc.constantFrom("RUB", "USD", "EUR", "KZT", "JPY"),
        (minor, code) => {
          fc.pre(code !== "JPY" || minor < 1e12);
          expect(toMinor(fromMinor(minor, code), code)).toBe(minor);
        },
      ),
    );
  });

  it("knows its currencies and nothing else", () => {
    expect(takesCurrency("JPY")).toBe(true);
    expect(takesCurrency("GBP")).toBe(false);
    expect(takesCurrency("constructor")).toBe(false);
  });
});
