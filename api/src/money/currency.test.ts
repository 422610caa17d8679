import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Currency,
  convertFromRub,
  toMinorUnits,
  getMinRubForDisplayAmount,
  convertToRub,
  toMajorUnits,
} from "./currency.ts";

const usd: Currency = { code: "USD", sign: "$", minorDigits: 2, roundingDigits: 2, rubPerUnit: "92.00000000" };
const jpy: Currency = { code: "JPY", sign: "¥", minorDigits: 0, roundingDigits: 0, rubPerUnit: "0.61000000" };
const kzt: Currency = { code: "KZT", sign: "₸", minorDigits: 2, roundingDigits: 0, rubPerUnit: "0.20000000" };
const rub: Currency = { code: "RUB", sign: "₽", minorDigits: 2, roundingDigits: 0, rubPerUnit: "1.00000000" };
const currencies = fc.constantFrom(usd, jpy, kzt, rub);

describe("conversion", () => {
  it("rounds half up to the currency's own decimals", () => {
    expect(convertFromRub(129_000, usd)).toBe(1402);
    expect(convertFromRub(46, usd)).toBe(1);
    expect(convertFromRub(45, usd)).toBe(0);
    expect(convertFromRub(129_050, rub)).toBe(129_100);
    expect(convertFromRub(129_049, rub)).toBe(129_000);
    expect(convertFromRub(129_000, kzt)).toBe(645_000);
  });

  it("does not multiply yen by 100", () => {
    expect(convertFromRub(61_000, jpy)).toBe(1000);
    expect(toMajorUnits(1000, jpy)).toBe(1000);
    expect(toMinorUnits(1000, jpy)).toBe(1000);
    expect(convertToRub(1000, jpy)).toBe(61_000);
  });

  it("is monotonic, so that sorting by rubles sorts every currency", () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), currencies, (a, b, currency) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(convertFromRub(low, currency)).toBeLessThanOrEqual(convertFromRub(high, currency));
      }),
    );
  });

  it("maps a filter bound to rubles: the minimum ruble price is displayed as the bound or more, one kopeck less is not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e7 }), currencies, (steps, currency) => {
        const displayAmount = steps / 10 ** currency.roundingDigits;
        const minRub = getMinRubForDisplayAmount(displayAmount, currency);
        expect(toMajorUnits(convertFromRub(minRub, currency), currency)).toBeGreaterThanOrEqual(displayAmount);
        if (minRub > 0)
          expect(toMajorUnits(convertFromRub(minRub - 1, currency), currency)).toBeLessThan(displayAmount);
      }),
    );
  });

  it("converts major units to minor units and back", () => {
    fc.assert(
      fc.property(fc.nat(1e10), currencies, (minor, currency) => {
        expect(toMinorUnits(toMajorUnits(minor, currency), currency)).toBe(minor);
      }),
    );
  });
});
