import { expect, it } from "vitest";
import { isPromoApplicable, type PromoCode, findPromoRefusal } from "./promo-code.ts";

const now = new Date("2026-11-20T09:00:00Z");
const basePromoCode: PromoCode = {
  id: 1,
  code: "SAKURA10",
  kind: "percent",
  percent: 10,
  amount_minor: null,
  gift_product_id: null,
  gift_option_id: 0,
  starts_at: null,
  ends_at: null,
  min_sum_minor: 0,
  max_uses: null,
  max_uses_customer: null,
  uses: 0,
  first_order_only: false,
  customer_id: null,
  active: true,
  product_ids: [],
  category_ids: [],
  used_by_customer: 0,
  has_ordered: false,
};
const goods = [
  { productId: 1, categoryPath: [10, 11], sumRubMinor: 1500_00 },
  { productId: 2, categoryPath: [20], sumRubMinor: 700_00 },
];
const shopper = { customerId: 7, now };

it.each<[string, Partial<PromoCode>, ReturnType<typeof findPromoRefusal>]>([
  ["has no rules", {}, null],
  ["is disabled", { active: false }, { code: "promo_disabled" }],
  ["belongs to another customer", { customer_id: 8 }, { code: "promo_not_yours" }],
  ["belongs to the customer", { customer_id: 7 }, null],
  [
    "starts later",
    { starts_at: new Date("2026-11-20T09:00:01Z") },
    { code: "promo_not_started", startsAt: new Date("2026-11-20T09:00:01Z"), isAnotherYear: false },
  ],
  ["starts now", { starts_at: now }, null],
  ["ends now", { ends_at: now }, { code: "promo_expired" }],
  ["ends in a second", { ends_at: new Date("2026-11-20T09:00:01Z") }, null],
  ["has reached its maximum number of uses", { max_uses: 3, uses: 3 }, { code: "promo_used_up" }],
  ["has one use left", { max_uses: 3, uses: 2 }, null],
  ["was already used by the customer", { max_uses_customer: 1, used_by_customer: 1 }, { code: "promo_already_used" }],
  [
    "was already used by the customer and has no uses left",
    { max_uses: 1, uses: 1, max_uses_customer: 1, used_by_customer: 1 },
    { code: "promo_already_used" },
  ],
  [
    "is for first orders only, and the customer has ordered",
    { first_order_only: true, has_ordered: true },
    { code: "promo_first_order_only" },
  ],
  ["is for first orders only, and the customer has not ordered", { first_order_only: true }, null],
  ["requires one kopeck more", { min_sum_minor: 2200_01 }, { code: "promo_min_sum", missingRubMinor: 1 }],
  ["requires exactly this sum", { min_sum_minor: 2200_00 }, null],
  [
    "requires a larger sum of the goods it applies to",
    { min_sum_minor: 2000_00, product_ids: [1] },
    { code: "promo_min_sum", missingRubMinor: 500_00 },
  ],
  ["is for other products", { product_ids: [3] }, { code: "promo_other_goods" }],
  ["is for another category", { category_ids: [30] }, { code: "promo_other_goods" }],
  ["is for a parent category", { category_ids: [10] }, null],
])("a promo code that %s", (_what, overrides, expected) => {
  expect(findPromoRefusal({ ...basePromoCode, ...overrides }, goods, shopper)).toEqual(expected);
});

it("applies to its products and its categories with their subcategories, and to everything if it has neither", () => {
  const getCoverage = (overrides: Partial<PromoCode>) =>
    goods.map((one) => isPromoApplicable({ ...basePromoCode, ...overrides }, one));
  expect(getCoverage({})).toEqual([true, true]);
  expect(getCoverage({ product_ids: [2] })).toEqual([false, true]);
  expect(getCoverage({ category_ids: [10] })).toEqual([true, false]);
  expect(getCoverage({ category_ids: [11], product_ids: [2] })).toEqual([true, true]);
});

it("requires no goods while the cart is empty", () => {
  expect(findPromoRefusal({ ...basePromoCode, product_ids: [3] }, [], shopper)).toBeNull();
});
