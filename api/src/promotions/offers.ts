import { getProductCards } from "../catalog/products/product-cards.ts";
import type { ShopperContext } from "../catalog/pricing/shopper-context.ts";
import { type Currency, convertFromRub, toMajorUnits } from "../money/currency.ts";
import { getCurrency } from "../money/service.ts";
import type { Db } from "../platform/db/database.ts";
import { listGiftTiers } from "./gifts/gift-tiers.ts";
import { GUEST_CUSTOMER_ID, findCustomerRefusal } from "./promo-codes/promo-code.ts";
import type { Coupon, SpecialOffers } from "./schema.ts";
import { listCustomerCoupons, type CouponRow } from "./promo-codes/sql.ts";

/** Lists the codes that a customer may see: active ones first, then used and expired ones. */
export async function listCoupons(db: Db, customerId: number, context: ShopperContext): Promise<Coupon[]> {
  const currency = await getCurrency(db, context.currency);
  const rows = await listCustomerCoupons(db, customerId, context.locale, context.now);
  const coupons = rows.flatMap((row) => toCoupon(row, { customerId, now: context.now, currency }) ?? []);
  return [...coupons.filter((one) => one.state === "active"), ...coupons.filter((one) => one.state !== "active")];
}

/** Lists a customer's special offers: their own codes, and gift tiers. */
export async function listSpecialOffers(db: Db, customerId: number, context: ShopperContext): Promise<SpecialOffers> {
  return loadOffers(db, customerId, context, (coupon) => coupon.personal);
}

/** Lists public promotions: listed codes, and gift tiers. */
export async function listPublicOffers(db: Db, context: ShopperContext): Promise<SpecialOffers> {
  return loadOffers(db, GUEST_CUSTOMER_ID, context, (coupon) => !coupon.personal);
}

async function loadOffers(
  db: Db,
  customerId: number,
  context: ShopperContext,
  isIncluded: (coupon: Coupon) => boolean,
): Promise<SpecialOffers> {
  const [currency, coupons, tiers] = await Promise.all([
    getCurrency(db, context.currency),
    listCoupons(db, customerId, context),
    listGiftTiers(db),
  ]);
  const cards = await getProductCards(
    db,
    [...new Set(tiers.flatMap((tier) => tier.products.map((one) => one.product_id)))],
    context,
  );
  return {
    items: coupons.filter((one) => isIncluded(one) && one.state === "active"),
    presents: tiers.map((tier) => ({
      price: toMajorUnits(convertFromRub(tier.threshold_minor, currency), currency),
      iso_code: currency.code,
      sign: currency.sign,
      count: tier.choose_count,
      items: cards.filter((one) => tier.products.some((product) => product.product_id === one.id)),
    })),
  };
}

/** Null for a code that neither applies to the customer now nor ever did. */
function toCoupon(row: CouponRow, context: { customerId: number; now: Date; currency: Currency }): Coupon | null {
  const toAmount = (minor: number) => toMajorUnits(convertFromRub(minor, context.currency), context.currency);
  const refusal = findCustomerRefusal(row, context);
  const state = refusal === null ? "active" : row.order_id !== null ? "used" : "expired";
  const isVisible = refusal === null || row.order_id !== null || refusal.code === "promo_expired";
  if (!isVisible) return null;
  return {
    code: row.code,
    kind: row.kind,
    percent: row.percent,
    amount: row.amount_minor === null ? null : toAmount(row.amount_minor),
    iso_code: context.currency.code,
    sign: context.currency.sign,
    gift: row.gift,
    categories: row.categories,
    for_some_products: row.product_ids.length > 0,
    goods: row.goods,
    products_count: row.product_ids.length,
    min_sum: toAmount(row.min_sum_minor),
    first_order_only: row.first_order_only,
    personal: row.customer_id !== null,
    ends_at: row.ends_at?.toISOString() ?? null,
    state,
    order_id: row.order_id,
    used_at: row.used_at?.toISOString() ?? null,
  };
}
