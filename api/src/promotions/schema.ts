import { z } from "zod";
import { productCard } from "../catalog/schema.ts";
import { refusals as giftCardRefusals } from "../gift-cards/schema.ts";
import { amount, isoCode } from "../money/schema.ts";

export const promoKinds = ["percent", "fixed", "free_delivery", "gift"] as const;
export const promoKind = z.enum(promoKinds);
export type PromoKind = z.infer<typeof promoKind>;

/** A promo code as displayed on its coupon. Amounts are in the currency of the request. */
export const coupon = z
  .object({
    code: z.string(),
    kind: promoKind,
    percent: z.int().nullable(),
    amount: amount.nullable(),
    iso_code: isoCode,
    sign: z.string(),
    /** Name of the gift. */
    gift: z.string().nullable(),
    /**
     * Names of the categories to which it applies; if `for_some_products`, to single products as well. Both empty:
     * everything.
     */
    categories: z.array(z.string()),
    for_some_products: z.boolean(),
    /** Links to those goods: the categories, and the first of the single products that are sold. */
    goods: z.array(z.object({ name: z.string(), of: z.enum(["category", "product"]), link_rewrite: z.string() })),
    /** Number of single products to which it applies, including those not listed in `goods`. */
    products_count: z.int(),
    min_sum: amount,
    first_order_only: z.boolean(),
    personal: z.boolean(),
    ends_at: z.iso.datetime().nullable(),
    state: z.enum(["active", "used", "expired"]),
    /** The last order in which it was used. */
    order_id: z.int().nullable(),
    used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Coupon" });
export type Coupon = z.infer<typeof coupon>;
export const couponList = z.object({ items: z.array(coupon) }).meta({ id: "CouponList" });

/** A gift tier: a sum of goods from which gifts may be chosen. */
export const giftTierOffer = z
  .object({ price: amount, iso_code: isoCode, sign: z.string(), count: z.int(), items: z.array(productCard) })
  .meta({ id: "PresentOffer" });

/** Special offers for a customer: their own codes, and gift tiers. */
export const specialOffers = z
  .object({ items: z.array(coupon), presents: z.array(giftTierOffer) })
  .meta({ id: "SpecialOffers" });
export type SpecialOffers = z.infer<typeof specialOffers>;

/** The refusals of the code field, which takes promo codes and gift card codes; each rule has its own code. */
export const refusals = {
  promo_unknown: 422,
  promo_disabled: 422,
  promo_not_yours: 422,
  promo_needs_sign_in: 422,
  promo_unchecked: 429,
  promo_not_started: 422,
  promo_expired: 422,
  promo_used_up: 409,
  promo_already_used: 409,
  promo_first_order_only: 409,
  promo_other_goods: 422,
  promo_min_sum: 422,
  promo_gift_gone: 409,
  ...giftCardRefusals,
} as const;
export type CodeRefusal = keyof typeof refusals;
