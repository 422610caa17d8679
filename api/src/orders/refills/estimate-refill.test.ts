import { expect, it } from "vitest";
import { estimateRefill } from "./estimate-refill.ts";

const now = new Date("2026-12-05T12:00:00Z");
const serum = {
  ...{ product_id: 1, option_id: 0, name: "Serum", option_name: "", is_reminded: false },
  ...{ qty: 1, net_amount: 30, net_unit: "мл", categories: ["vitamin-c", "serums", "face"] },
  delivered_at: new Date("2026-12-05T09:47:00Z"),
};
const options = { dailyUse: { serums: { amount: 0.66, unit: "мл" as const } }, noticeDays: 15, now };

it("divides the content by the daily use of the nearest category, from the day of delivery on", () => {
  expect(estimateRefill(serum, options)).toEqual({
    days: 45,
    endsOn: "2027-01-19",
    remindAt: new Date("2027-01-04T07:00:00Z"),
  });
  const dailyUse = { ...options.dailyUse, "vitamin-c": { amount: 0.33, unit: "мл" as const } };
  expect(estimateRefill(serum, { ...options, dailyUse })?.days).toBe(91);
});

it("counts all pieces", () => {
  expect(estimateRefill({ ...serum, qty: 2 }, options)?.days).toBe(91);
});

it.each([
  ["its category has no daily use", { categories: ["soap"] }],
  ["the daily use is counted in another unit", { net_unit: "г" }],
  ["it would last a few days", { net_amount: 3 }],
  ["it would last for years", { net_amount: 900 }],
  ["it was used up long ago", { delivered_at: new Date("2026-07-01T00:00:00Z") }],
])("says nothing if %s", (_reason, difference) => {
  expect(estimateRefill({ ...serum, ...difference }, options)).toBeNull();
});

it("reminds of nothing whose reminder would be in the past", () => {
  const delivered_at = new Date("2026-11-01T00:00:00Z");
  expect(estimateRefill({ ...serum, delivered_at }, options)).toMatchObject({ endsOn: "2026-12-16", remindAt: null });
});
