import { z } from "zod";
import { email, isPrintableText, optionalSingleLine, singleLine } from "../account/schema.ts";
import { share } from "../content/schema.ts";
import { amount, isoCode } from "../money/schema.ts";

/** The designs of a gift card, drawn by the storefront. */
export const giftCardDesigns = ["sakura", "wave", "crane", "fuji", "fan", "gold"] as const;

/** A gift card to buy: its amount in the currency of the request, its recipient, and its delivery date. */
export const giftCardRequest = z
  .object({
    amount: z.number({ error: "required" }).positive("required").max(1e12, "sumTooLarge"),
    recipient_name: singleLine(80),
    recipient_email: email,
    sender_name: optionalSingleLine(80),
    message: z.string().trim().max(300, "tooLong").refine(isPrintableText, "invalid").default(""),
    picture: z.enum(giftCardDesigns, { error: "required" }),
    /** The delivery date of its email, in Moscow time; null: as soon as it is paid. */
    send_on: z.iso.date({ error: "invalid" }).nullable().default(null),
  })
  .meta({ id: "CertificateWish" });
export type GiftCardRequest = z.infer<typeof giftCardRequest>;

/**
 * The amounts for which gift cards can be bought, in the currency of the request: suggested ones (`faces`) and the
 * range of a custom one (`least`, `most`). `days` is their validity; `today` and `latest` limit the delivery date.
 */
export const giftCardOptions = z
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
export type GiftCardOptions = z.infer<typeof giftCardOptions>;

/** A gift card that is being bought, as carts and orders show it. */
export const purchasedGiftCard = z.object({
  price: amount,
  recipient_name: z.string(),
  recipient_email: z.string(),
  sender_name: z.string(),
  message: z.string(),
  picture: z.enum(giftCardDesigns),
  send_on: z.iso.date().nullable(),
});
export type PurchasedGiftCard = z.infer<typeof purchasedGiftCard>;

export const balanceRequest = z
  .object({ code: z.string({ error: "required" }).trim().min(1, "required").max(60, "tooLong") })
  .meta({ id: "CertificateBalanceRequest" });

const giftCardBalanceFields = {
  iso_code: isoCode,
  sign: z.string(),
  /** Its face value. */
  amount,
  balance: amount,
  state: z.enum(["usable", "expired", "empty", "void"]),
  expires_at: z.iso.datetime().nullable(),
};

/** The balance of a gift card, for anyone who has its code. */
export const giftCardBalance = z.object(giftCardBalanceFields).meta({ id: "CertificateBalance" });
export type GiftCardBalance = z.infer<typeof giftCardBalance>;

/** A gift card for printing, for anyone who has its key. */
export const printableGiftCard = z
  .object({
    ...giftCardBalanceFields,
    code: z.string(),
    recipient_name: z.string(),
    sender_name: z.string(),
    message: z.string(),
    picture: z.enum(giftCardDesigns),
  })
  .meta({ id: "PrintedCertificate" });
export type PrintableGiftCard = z.infer<typeof printableGiftCard>;
export const giftCardParams = z.object({ key: z.string().max(100) });

/** Why a gift card cannot be used, displayed or voided. */
export const refusals = {
  certificate_unknown: 422,
  certificate_mistyped: 422,
  certificate_needs_sign_in: 422,
  certificate_expired: 422,
  certificate_empty: 409,
  certificate_void: 409,
  certificate_not_found: 404,
  certificate_used: 409,
} as const;
