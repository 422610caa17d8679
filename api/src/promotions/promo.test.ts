import { expect, it } from "vitest";
import { isFor, type PromoCode, refusedFor } from "./promo.ts";

const now = new Date("2026-11-20T09:00:00Z");
const plain: PromoCode = {
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
const asked = { customerId: 7, now };

it.each<[string, Partial<PromoCode>, ReturnType<typeof refusedFor>]>([
  ["holds without any rule", {}, null],
  ["is switched off", { active: false }, { code: "promo_disabled" }],
  ["is another's", { customer_id: 8 }, { code: "promo_not_yours" }],
  ["is his own", { customer_id: 7 }, null],
  [
    "begins later",
    { starts_at: new Date("2026-11-20T09:00:01Z") },
    { code: "promo_not_started", at: new Date("2026-11-20T09:00:01Z"), isAnotherYear: false },
  ],
  ["begins this second", { starts_at: now }, null],
  ["ends this second", { ends_at: now }, { code: "promo_expired" }],
  ["ends in a second", { ends_at: new Date("2026-11-20T09:00:01Z") }, null],
  ["was used as often as it may be", { max_uses: 3, uses: 3 }, { code: "promo_used_up" }],
  ["has one use left", { max_uses: 3, uses: 2 }, null],
  ["was used by himself", { max_uses_customer: 1, used_by_customer: 1 }, { code: "promo_already_used" }],
  [
    "was used by himself and to its end",
    { max_uses: 1, uses: 1, max_uses_customer: 1, used_by_customer: 1 },
    { code: "promo_already_used" },
  ],
  [
    "is for a first order, and he has one",
    { first_order_only: true, has_ordered: true },
    { code: "promo_first_order_only" },
  ],
  ["is for a first order, and he has none", { first_order_only: true }, null],
  ["asks for a kopeck more", { min_sum_minor: 2200_01 }, { code: "promo_min_sum", missingRubMinor: 1 }],
  ["asks for exactly this sum", { min_sum_minor: 2200_00 }, null],
  [
    "asks for more of its own goods",
    { min_sum_minor: 2000_00, product_ids: [1] },
    { code: "promo_min_sum", missingRubMinor: 500_00 },
  ],
  ["is for other products", { product_ids: [3] }, { code: "promo_other_goods" }],
  ["is for another category", { category_ids: [30] }, { code: "promo_other_goods" }],
  ["is for a category above", { category_ids: [10] }, null],
])("a code that %s", (_what, own, expected) => {
  expect(refusedFor({ ...plain, ...own }, goods, asked)).toEqual(expected);
});

it("is for its products, its categories and what is below them, and for everything where it names neither", () => {
  const covered = (own: Partial<PromoCode>) => goods.map((one) => isFor({ ...plain, ...own }, one));
  expect(covered({})).toEqual([true, true]);
  expect(covered({ product_ids: [2] })).toEqual([false, true]);
  expect(covered({ category_ids: [10] })).toEqual([true, false]);
  expect(covered({ category_ids: [11], product_ids: [2] })).toEqual([true, true]);
});

it("says nothing of goods while the cart is empty", () => {
  expect(refusedFor({ ...plain, product_ids: [3] }, [], asked)).toBeNull();
});
