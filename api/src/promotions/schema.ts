import { z } from "zod";
import { share } from "../content/schema.ts";
import { email, isReadable, line, optionalLine } from "../account/schema.ts";
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
    /** Where those goods are: categories, and the first of the single products that are sold, by the paths of their pages. */
    goods: z.array(z.object({ name: z.string(), of: z.enum(["category", "product"]), link_rewrite: z.string() })),
    /** How many single products it is for, beside those in `goods` too. */
    products_count: z.int(),
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

/** The pictures that a certificate may have, drawn by the storefront. */
export const certificatePictures = ["sakura", "wave", "crane", "fuji", "fan", "gold"] as const;

/** A certificate that is to be bought: what it is worth in the currency of the request, for whom, and when it is sent. */
export const certificateWish = z
  .object({
    amount: z.number({ error: "required" }).positive("required").max(1e12, "sumTooLarge"),
    recipient_name: line(80),
    recipient_email: email,
    sender_name: optionalLine(80),
    message: z.string().trim().max(300, "tooLong").refine(isReadable, "invalid").default(""),
    picture: z.enum(certificatePictures, { error: "required" }),
    /** The day on which its letter is sent, in Moscow; null: as soon as it is paid. */
    send_on: z.iso.date({ error: "invalid" }).nullable().default(null),
  })
  .meta({ id: "CertificateWish" });
export type CertificateWish = z.infer<typeof certificateWish>;

/** What certificates may be worth, in the currency of the request, and until what day they may be sent. */
export const certificateOffer = z
  .object({
    iso_code: isoCode,
    sign: z.string(),
    faces: z.array(amount),
    least: amount,
    most: amount,
    days: z.int(),
    today: z.iso.date(),
    latest: z.iso.date(),
    share,
  })
  .meta({ id: "CertificateOffer" });
export type CertificateOffer = z.infer<typeof certificateOffer>;

/** A certificate that is being bought, as carts and orders show it. */
export const certificateLine = z.object({
  price: amount,
  recipient_name: z.string(),
  recipient_email: z.string(),
  sender_name: z.string(),
  message: z.string(),
  picture: z.enum(certificatePictures),
  send_on: z.iso.date().nullable(),
});
export type CertificateLine = z.infer<typeof certificateLine>;

export const balanceRequest = z
  .object({ code: z.string({ error: "required" }).trim().min(1, "required").max(60, "tooLong") })
  .meta({ id: "CertificateBalanceRequest" });

const onCertificate = {
  iso_code: isoCode,
  sign: z.string(),
  /** What it was worth when it was made, and what is left. */
  amount,
  balance: amount,
  state: z.enum(["usable", "expired", "empty", "void"]),
  expires_at: z.iso.datetime().nullable(),
};

/** What is left on a certificate, to whoever has its code. */
export const certificateBalance = z.object(onCertificate).meta({ id: "CertificateBalance" });
export type CertificateBalance = z.infer<typeof certificateBalance>;

/** A certificate to be printed, to whoever has its address. */
export const printedCertificate = z
  .object({
    ...onCertificate,
    code: z.string(),
    recipient_name: z.string(),
    sender_name: z.string(),
    message: z.string(),
    picture: z.enum(certificatePictures),
  })
  .meta({ id: "PrintedCertificate" });
export type PrintedCertificate = z.infer<typeof printedCertificate>;
export const certificateParams = z.object({ key: z.string().max(100) });

/** Each rule of a code has its own refusal. */
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
  certificate_unknown: 422,
  certificate_mistyped: 422,
  certificate_needs_sign_in: 422,
  certificate_expired: 422,
  certificate_empty: 409,
  certificate_void: 409,
  certificate_not_found: 404,
  certificate_used: 409,
} as const;
export type CodeRefusal = keyof typeof refusals;
