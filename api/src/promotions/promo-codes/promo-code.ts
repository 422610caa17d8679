import { isDifferentStoreYear } from "../../platform/i18n/store-dates.ts";
import type { CodeRefusal, PromoKind } from "../schema.ts";

/** A promo code with all its rules, and its use by the current customer. Amounts in kopecks. */
export type PromoCode = Readonly<{
  id: number;
  code: string;
  kind: PromoKind;
  percent: number | null;
  amount_minor: number | null;
  gift_product_id: number | null;
  gift_option_id: number;
  starts_at: Date | null;
  ends_at: Date | null;
  min_sum_minor: number;
  max_uses: number | null;
  max_uses_customer: number | null;
  uses: number;
  first_order_only: boolean;
  customer_id: number | null;
  active: boolean;
  product_ids: number[];
  category_ids: number[];
  /** Number of the customer's orders in which it was used. */
  used_by_customer: number;
  /** Whether the customer has an order that was not canceled. */
  has_ordered: boolean;
}>;

/** A cart line as the promo code rules see it: its product, the category ids from the root, its sum in kopecks. */
export type Goods = { productId: number; categoryPath: readonly number[]; sumRubMinor: number };

/** Why a code does not apply, with the values for the message. */
export type CodeRefusalDetails = {
  code: CodeRefusal;
  /** Kopecks missing to the minimum sum of `promo_min_sum`. */
  missingRubMinor?: number;
  /** Start of a code that is `promo_not_started`, and whether the year has to be shown. */
  startsAt?: Date;
  isAnotherYear?: boolean;
};

/** Customer id of a guest; no customer has it. */
export const GUEST_CUSTOMER_ID = 0;

type PromoShopper = { customerId: number; now: Date };

/**
 * Whether a code applies to a line: to its products and its categories with their subcategories, or to everything if it
 * has neither.
 */
export function isPromoApplicable(promo: PromoCode, goods: Pick<Goods, "productId" | "categoryPath">): boolean {
  if (promo.product_ids.length === 0 && promo.category_ids.length === 0) return true;
  return (
    promo.product_ids.includes(goods.productId) || promo.category_ids.some((id) => goods.categoryPath.includes(id))
  );
}

/** Returns why a customer may not use a code, whatever is in their cart; null if they may. */
export function findCustomerRefusal(promo: PromoCode, { customerId, now }: PromoShopper): CodeRefusalDetails | null {
  if (!promo.active) return { code: "promo_disabled" };
  if (promo.customer_id !== null && promo.customer_id !== customerId)
    return { code: customerId === GUEST_CUSTOMER_ID ? "promo_needs_sign_in" : "promo_not_yours" };
  if (promo.starts_at !== null && promo.starts_at > now)
    return {
      code: "promo_not_started",
      startsAt: promo.starts_at,
      isAnotherYear: isDifferentStoreYear(promo.starts_at, now),
    };
  if (promo.ends_at !== null && promo.ends_at <= now) return { code: "promo_expired" };
  // A customer who has already used the code gets that reason, even if no uses are left.
  if (promo.max_uses_customer !== null && promo.used_by_customer >= promo.max_uses_customer)
    return { code: "promo_already_used" };
  if (promo.max_uses !== null && promo.uses >= promo.max_uses) return { code: "promo_used_up" };
  if (promo.first_order_only && promo.has_ordered) return { code: "promo_first_order_only" };
  return null;
}

/**
 * Returns the rule of a code that these goods violate; null if the code applies. The minimum sum is that of the goods
 * to which the code applies, before any discount (docs/domain/promotions.md).
 */
export function findPromoRefusal(
  promo: PromoCode,
  goods: readonly Goods[],
  shopper: PromoShopper,
): CodeRefusalDetails | null {
  const customerRefusal = findCustomerRefusal(promo, shopper);
  if (customerRefusal) return customerRefusal;
  const applicableGoods = goods.filter((one) => isPromoApplicable(promo, one));
  if (goods.length > 0 && applicableGoods.length === 0) return { code: "promo_other_goods" };
  const sum = applicableGoods.reduce((total, one) => total + one.sumRubMinor, 0);
  return sum < promo.min_sum_minor ? { code: "promo_min_sum", missingRubMinor: promo.min_sum_minor - sum } : null;
}
