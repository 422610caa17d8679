import type { PriceRow } from "@furoshiki/api/admin/catalog-admin/prices";
import { describe, expect, it } from "vitest";
import { formatTypedPrice, getPriceEffects, parsePrice } from "./price-effects.ts";

const row: PriceRow = {
  ...{
    id: "204-0",
    product_id: 204,
    option_id: 0,
    name: "Toner",
    option_name: "",
    reference: "SH-204",
    status: "active",
  },
  ...{ image: null, cost: 500, supplier_cost: null, price: 1000, old_price: null, sale_ends_at: null, new_price: null },
  ...{ new_old_price: null, refusal: null, lowest_price: 1000 },
};

it.each([
  ["1290", 1290],
  ["1 290,50", 1290.5],
  ["1\u00a0290 ₽", 1290],
  ["0", null],
  ["-5", null],
  ["12.345", null],
  ["1e3", null],
  ["99999999", null],
  ["", null],
])("reads %j as %j", (text, price) => {
  expect(parsePrice(text)).toBe(price);
});

it("writes what it reads", () => {
  expect(parsePrice(formatTypedPrice(1290.5, ","))).toBe(1290.5);
});

describe("the effects of a new price", () => {
  it("are change and margin; a price entered by hand comes before that of the rule", () => {
    expect(getPriceEffects({ ...row, new_price: 1100 }, null, false)).toMatchObject({ price: 1100, isChanged: true });
    expect(getPriceEffects({ ...row, new_price: 1100 }, 1250, false)).toMatchObject({ change: 25, margin: 60 });
    expect(getPriceEffects(row, null, false)).toMatchObject({ price: 1000, isChanged: false, isDiscountShown: null });
    expect(getPriceEffects({ ...row, cost: null }, 1250, false).margin).toBeNull();
  });

  it("keep the price before a sale while it is higher, which is shown only above the lowest of 30 days", () => {
    const reduced = { ...row, price: 800, old_price: 1000, lowest_price: 800 };
    expect(getPriceEffects(reduced, 880, false)).toMatchObject({ oldPrice: 1000, isDiscountShown: false });
    expect(getPriceEffects(reduced, 700, false)).toMatchObject({ oldPrice: 1000, isDiscountShown: true });
    expect(getPriceEffects(reduced, 1100, false)).toMatchObject({ oldPrice: null, isDiscountShown: null });
    expect(getPriceEffects(row, 800, true)).toMatchObject({ oldPrice: 1000, isDiscountShown: true });
  });
});
