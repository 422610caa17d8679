import type { GiftCard } from "./sql.ts";

/** Why a gift card cannot be used for payment. */
export type GiftCardRefusal = { code: "certificate_expired" | "certificate_empty" | "certificate_void" };

/** Returns the state of a gift card. */
export function getGiftCardState(giftCard: GiftCard, now: Date): "usable" | "expired" | "empty" | "void" {
  const refusal = getGiftCardRefusal(giftCard, now);
  if (refusal === null) return "usable";
  if (refusal.code === "certificate_expired") return "expired";
  return refusal.code === "certificate_void" ? "void" : "empty";
}

/** Returns why a gift card cannot be used for payment; null if it can. */
export function getGiftCardRefusal(giftCard: GiftCard, now: Date): GiftCardRefusal | null {
  if (giftCard.expires_at !== null && giftCard.expires_at <= now) return { code: "certificate_expired" };
  if (giftCard.balance_minor > 0) return null;
  return { code: giftCard.voided_minor > 0 ? "certificate_void" : "certificate_empty" };
}
