import { isAnotherYear } from "../platform/moscow-time.ts";
import type { CodeRefusal, PromoKind } from "./schema.ts";

/** A promo code with all its rules, and how the asking customer stands to it. Sums in kopecks. */
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
  /** Orders of the customer that it was used in. */
  used_by_customer: number;
  /** The customer has an order that was not called off. */
  has_ordered: boolean;
}>;

/** A line of the cart as a code looks at it. */
export type Goods = { productId: number; categoryPath: readonly number[]; sumRubMinor: number };

/** Why a code does not hold, with what its sentence needs. */
export type Refused = { code: CodeRefusal; missingRubMinor?: number; at?: Date; isAnotherYear?: boolean };

/** Who has not signed in; no customer has this number. */
export const NOBODY = 0;

type Asked = { customerId: number; now: Date };

/** Whether a code is for a line: its products and its categories with all below them, everything where it has neither. */
export function isFor(promo: PromoCode, goods: Pick<Goods, "productId" | "categoryPath">): boolean {
  if (promo.product_ids.length === 0 && promo.category_ids.length === 0) return true;
  return (
    promo.product_ids.includes(goods.productId) || promo.category_ids.some((id) => goods.categoryPath.includes(id))
  );
}

/** Why a customer may not use a code at all, whatever is in his cart; null where he may. */
export function refusedTo(promo: PromoCode, { customerId, now }: Asked): Refused | null {
  if (!promo.active) return { code: "promo_disabled" };
  if (promo.customer_id !== null && promo.customer_id !== customerId)
    return { code: customerId === NOBODY ? "promo_needs_sign_in" : "promo_not_yours" };
  if (promo.starts_at !== null && promo.starts_at > now)
    return { code: "promo_not_started", at: promo.starts_at, isAnotherYear: isAnotherYear(promo.starts_at, now) };
  if (promo.ends_at !== null && promo.ends_at <= now) return { code: "promo_expired" };
  // Who has used it himself is told that, not that it is gone.
  if (promo.max_uses_customer !== null && promo.used_by_customer >= promo.max_uses_customer)
    return { code: "promo_already_used" };
  if (promo.max_uses !== null && promo.uses >= promo.max_uses) return { code: "promo_used_up" };
  if (promo.first_order_only && promo.has_ordered) return { code: "promo_first_order_only" };
  return null;
}

/**
 * The rule of a code that these goods break, null where it holds. The least sum is that of the goods which the code is
 * for, before any discount (decisions: Promo codes).
 */
export function refusedFor(promo: PromoCode, goods: readonly Goods[], asked: Asked): Refused | null {
  const refused = refusedTo(promo, asked);
  if (refused) return refused;
  const covered = goods.filter((one) => isFor(promo, one));
  if (goods.length > 0 && covered.length === 0) return { code: "promo_other_goods" };
  const sum = covered.reduce((total, one) => total + one.sumRubMinor, 0);
  return sum < promo.min_sum_minor ? { code: "promo_min_sum", missingRubMinor: promo.min_sum_minor - sum } : null;
}
