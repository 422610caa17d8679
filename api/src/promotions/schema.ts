import { z } from "zod";
import { card } from "../catalogue/schema.ts";
import { amount, isoCode } from "../money/schema.ts";

export const promoKinds = ["percent", "fixed", "free_delivery", "gift"] as const;
export const promoKind = z.enum(promoKinds);
export type PromoKind = z.infer<typeof promoKind>;

/** A promo code as its coupon shows it. Amounts are in the currency of the request. */
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
    /** Names of the categories that it is for; with `for_some_products` also single products. Both empty: everything. */
    categories: z.array(z.string()),
    for_some_products: z.boolean(),
    min_sum: amount,
    first_order_only: z.boolean(),
    personal: z.boolean(),
    ends_at: z.iso.datetime().nullable(),
    state: z.enum(["active", "used", "expired"]),
    /** The order it was used in last. */
    order_id: z.int().nullable(),
    used_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Coupon" });
export type Coupon = z.infer<typeof coupon>;
export const couponList = z.object({ items: z.array(coupon) }).meta({ id: "CouponList" });

/** A sum of goods from which presents may be chosen. */
export const presentOffer = z
  .object({ price: amount, iso_code: isoCode, sign: z.string(), count: z.int(), items: z.array(card) })
  .meta({ id: "PresentOffer" });

/** What runs for this customer now: codes of his own, and presents above a sum. */
export const specialOffers = z
  .object({ items: z.array(coupon), presents: z.array(presentOffer) })
  .meta({ id: "SpecialOffers" });
export type SpecialOffers = z.infer<typeof specialOffers>;

/** Each rule of a code has its own refusal. */
export const refusals = {
  promo_unknown: 422,
  promo_disabled: 422,
  promo_not_yours: 422,
  promo_not_started: 422,
  promo_expired: 422,
  promo_used_up: 409,
  promo_already_used: 409,
  promo_first_order_only: 409,
  promo_other_goods: 422,
  promo_min_sum: 422,
  promo_gift_gone: 409,
  certificate_unknown: 422,
  certificate_mistyped: 422,
  certificate_expired: 422,
  certificate_empty: 409,
} as const;
export type CodeRefusal = keyof typeof refusals;
