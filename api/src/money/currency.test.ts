import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Currency, fromRub, fromWire, leastRubShownAs, toRub, toWire } from "./currency.ts";

const usd: Currency = { code: "USD", sign: "$", minorDigits: 2, roundingDigits: 2, rubPerUnit: "92.00000000" };
const jpy: Currency = { code: "JPY", sign: "¥", minorDigits: 0, roundingDigits: 0, rubPerUnit: "0.61000000" };
const kzt: Currency = { code: "KZT", sign: "₸", minorDigits: 2, roundingDigits: 0, rubPerUnit: "0.20000000" };
const rub: Currency = { code: "RUB", sign: "₽", minorDigits: 2, roundingDigits: 0, rubPerUnit: "1.00000000" };
const currencies = fc.constantFrom(usd, jpy, kzt, rub);

describe("conversion", () => {
  it("rounds half up to the currency's own decimals", () => {
    expect(fromRub(129_000, usd)).toBe(1402);
    expect(fromRub(46, usd)).toBe(1);
    expect(fromRub(45, usd)).toBe(0);
    expect(fromRub(129_050, rub)).toBe(129_100);
    expect(fromRub(129_049, rub)).toBe(129_000);
    expect(fromRub(129_000, kzt)).toBe(645_000);
  });

  it("never multiplies yen by a hundred", () => {
    expect(fromRub(61_000, jpy)).toBe(1000);
    expect(toWire(1000, jpy)).toBe(1000);
    expect(fromWire(1000, jpy)).toBe(1000);
    expect(toRub(1000, jpy)).toBe(61_000);
  });

  it("keeps the order of prices, so that sorting by roubles sorts every currency", () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e9), currencies, (a, b, currency) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(fromRub(low, currency)).toBeLessThanOrEqual(fromRub(high, currency));
      }),
    );
  });

  it("filters by what is shown: the least rouble price is shown as the bound or more, one kopeck less is not", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e7 }), currencies, (steps, currency) => {
        const shown = steps / 10 ** currency.roundingDigits;
        const least = leastRubShownAs(shown, currency);
        expect(toWire(fromRub(least, currency), currency)).toBeGreaterThanOrEqual(shown);
        if (least > 0) expect(toWire(fromRub(least - 1, currency), currency)).toBeLessThan(shown);
      }),
    );
  });

  it("carries wire amounts to minor units and back", () => {
    fc.assert(
      fc.property(fc.nat(1e10), currencies, (minor, currency) => {
        expect(fromWire(toWire(minor, currency), currency)).toBe(minor);
      }),
    );
  });
});
