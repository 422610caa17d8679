import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openTestShop, TEST_NOW } from "../../test/harness.ts";
import { convertFromRub, convertToRub } from "../money/currency.ts";
import { getAnyCurrency, getCurrency } from "../money/service.ts";
import { clearAllCaches } from "../platform/cache/cache.ts";
import { findExportLimits, getMaxRubWithinLimit } from "./rules.ts";
import { getCustoms, estimateCustoms, serializeCustoms } from "./service.ts";

const shop = await openTestShop();
const day = (date: string) => new Date(`${date}T12:00:00Z`);

/**
 * Calculates the tax for goods of a value in the country's limit currency, in that currency; without the carton's
 * weight.
 */
async function calculateTax(
  country: string,
  value: number,
  kg: number,
  date: Date = day("2024-06-01"),
): Promise<number> {
  const customs = await getCustoms(shop.db, country, date);
  if (!customs) return Number.NaN;
  const { limitCurrency } = customs;
  const goods = {
    productsRubMinor: getMaxRubWithinLimit(value * 100, limitCurrency),
    goodsWeightG: kg * 1000,
    headings: 1,
  };
  const fee = convertToRub(customs.rule.fee_minor, await getAnyCurrency(shop.db, customs.rule.fee_currency));
  const rub = customs.calculateTaxRubMinor(goods);
  return rub === 0 ? 0 : Math.round(convertFromRub(rub - fee, limitCurrency)) / 100;
}

describe("customs tax according to the stored rules", () => {
  it.each([
    ["KZ", 200, 2, 0],
    ["KZ", 250, 2, 7.5],
    ["RU", 300, 5, 15],
    ["AM", 450, 10, 37.5],
    ["UA", 150, 1, 0],
    ["UA", 200, 1, 16],
    ["GE", 300, 1, 0],
    ["GE", 301, 1, 54.18],
    ["MD", 200, 1, 10],
    ["IL", 75, 1, 0],
    ["IL", 100, 1, 17],
    ["DE", 1, 1, 0.19],
    ["EE", 100, 1, 22],
    ["GB", 100, 1, 20],
    ["US", 800, 1, 0],
    ["CA", 100, 1, 5],
    ["HK", 5000, 1, 0],
    ["SG", 400, 1, 0],
  ])("%s: %d and %d kg are taxed with %d", async (country, value, kg, tax) => {
    expect(await calculateTax(country, value, kg)).toBeCloseTo(tax, 1);
  });

  it("changes on the first day of the new rule", async () => {
    expect(await calculateTax("RU", 300, 1, day("2024-03-31"))).toBe(0);
    expect(await calculateTax("RU", 300, 1, day("2024-04-01"))).toBeCloseTo(15, 1);
    expect(await calculateTax("US", 100, 1, day("2025-08-28"))).toBe(0);
    expect(await calculateTax("US", 100, 1, day("2025-08-29"))).toBeCloseTo(15, 1);
    expect(await calculateTax("IL", 100, 1, day("2025-01-01"))).toBeCloseTo(18, 1);
    expect(await calculateTax("TR", 100, 1, day("2024-09-01"))).toBeCloseTo(60, 1);
  });

  it("ignores announced rules until an operator confirms them", async () => {
    expect(await calculateTax("RU", 300, 1, day("2027-06-01"))).toBeCloseTo(15, 1);
    await shop.db
      .updateTable("customs_rules")
      .set({ in_force: true })
      .where("valid_from", "=", "2027-01-01" as never)
      .execute();
    clearAllCaches();
    expect(await calculateTax("RU", 100, 1, day("2027-06-01"))).toBeCloseTo(5, 1);
    await shop.db
      .updateTable("customs_rules")
      .set({ in_force: false })
      .where("valid_from", "=", "2027-01-01" as never)
      .execute();
  });

  it("has a rule or a notice for every country with delivery", async () => {
    const { body } = await shop.request("GET", "/v1/countries");
    const rub = await getCurrency(shop.db, "RUB");
    const countriesWithoutRule: string[] = [];
    for (const { code } of body.data.items) {
      const parcel = { country: code, productsRubMinor: 900_000_00, goodsWeightG: 1000, headings: 1 };
      const estimate = await estimateCustoms(shop.db, parcel, rub, TEST_NOW);
      if (estimate.customs === null) countriesWithoutRule.push(code);
      const { note } = serializeCustoms(estimate, rub, "en-US");
      expect(note).toBe(
        estimate.customs?.rule.note_en ??
          "We do not know the customs limits of this country: please check with its customs.",
      );
    }
    expect(countriesWithoutRule).toEqual(["TJ", "TM", "MN"]);
  });
});

describe("the distance to the limit", () => {
  it("is exact: the remainder is duty-free, one kopeck more is not", async () => {
    const customs = await getCustoms(shop.db, "RU", TEST_NOW);
    const limit = customs?.limitRubMinor ?? 0;
    const goods = (productsRubMinor: number) => ({ productsRubMinor, goodsWeightG: 500, headings: 1 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000_000 }), (products) => {
        expect(customs?.isOverLimit(goods(products))).toBe(products > limit);
      }),
    );
    expect([customs?.isOverLimit(goods(limit)), customs?.isOverLimit(goods(limit + 1))]).toEqual([false, true]);
  });

  it("is never overstated, in any currency", async () => {
    for (const code of ["RUB", "USD", "EUR", "JPY", "KZT"]) {
      const currency = await getCurrency(shop.db, code);
      const getRemaining = async (productsRubMinor: number) => {
        const parcel = { country: "RU", productsRubMinor, goodsWeightG: 500, headings: 1 };
        return (
          serializeCustoms(await estimateCustoms(shop.db, parcel, currency, TEST_NOW), currency, "ru-RU").limit?.left ??
          0
        );
      };
      const limit = (await getCustoms(shop.db, "RU", TEST_NOW))?.limitRubMinor ?? 0;
      expect([code, (await getRemaining(limit)) === 0, (await getRemaining(limit + 1)) < 0]).toEqual([
        code,
        true,
        true,
      ]);
      const left = await getRemaining(limit - 1234_56);
      expect(convertToRub(left * 10 ** currency.minorDigits, currency)).toBeLessThanOrEqual(1234_56);
    }
  });
});

it("uses currencies that the store never shows", async () => {
  expect((await getCustoms(shop.db, "GE", TEST_NOW))?.limitCurrency.code).toBe("GEL");
  await expect(getCurrency(shop.db, "GEL")).rejects.toThrow("unknown_currency");
  expect((await shop.request("GET", "/v1/currencyList", { currency: "GEL" })).status).toBe(400);
});

it("returns Japan's export limits from the first day of the ban", async () => {
  const [exportLimit] = await findExportLimits(shop.db, "RU", TEST_NOW);
  expect(exportLimit).toMatchObject({ hsPrefix: "33", limit: 40_000, currency: { code: "JPY" } });
  expect(await findExportLimits(shop.db, "RU", day("2022-04-04"))).toEqual([]);
  expect(await findExportLimits(shop.db, "KZ", TEST_NOW)).toEqual([]);
});

describe("GET /v1/customs/rules", () => {
  it("returns the rules in force and the announced ones, with sources", async () => {
    const { status, body } = await shop.request("GET", "/v1/customs/rules", { locale: "en-US" });
    expect(status).toBe(200);
    const russia = body.data.items.filter((rule) => rule.country === "RU");
    expect(russia[0]).toMatchObject({
      country_name: "Russia",
      in_force: true,
      valid_from: "2024-04-01",
      limit: 200,
      iso_code: "EUR",
      weight_g: 31_000,
      duty_percent: 15,
      min_per_kg: 2,
      fee: 250,
      fee_iso_code: "RUB",
    });
    expect(russia.slice(1).map((rule) => rule.in_force)).toEqual([false, false, false, false]);
    for (const rule of body.data.items) expect([rule.source === "", rule.checked_at]).toEqual([false, "2026-03-31"]);
  });
});
