import { expect, it } from "vitest";
import type { Currency } from "../../money/currency.ts";
import { calculateUnitPrice } from "./unit-price.ts";

const ruble: Currency = { code: "RUB", sign: "₽", minorDigits: 2, roundingDigits: 0, rubPerUnit: "1" };
const calculate = (net_amount: number | null, net_unit: string | null, priceMinor: number) =>
  calculateUnitPrice({ net_amount, net_unit }, priceMinor, ruble);

it.each([
  [150, "мл", 600_00, { price: 400, per: "100ml" }],
  [50, "г", 900_00, { price: 1800, per: "100g" }],
  [1.5, "кг", 300_00, { price: 20, per: "100g" }],
  [2, "л", 500_00, { price: 250, per: "l" }],
  [80, "шт", 640_00, { price: 8, per: "piece" }],
])("the unit price of %d %s for %d kopecks is %o", (amount, unit, price, expected) => {
  expect(calculate(amount, unit, price)).toEqual(expected);
});

it.each([
  [100, "мл", 600_00],
  [1, "шт", 600_00],
  [30, "мл", 600_00],
  [null, "мл", 600_00],
  [150, null, 600_00],
  [2, "пара", 600_00],
  [1000, "шт", 10_00],
])("there is no unit price for %s %s at %d kopecks", (amount, unit, price) => {
  expect(calculate(amount, unit, price)).toBeNull();
});
