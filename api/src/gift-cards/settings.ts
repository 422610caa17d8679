import { z } from "zod";
import { type RateLimit, rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

const WINDOW_SECONDS = 10 * 60;

/**
 * Limit of wrong codes (unknown, or of another customer) per customer. A gift card code is one of 2^55
 * (docs/domain/gift-cards.md).
 */
export const wrongCodesPerCustomer = setting<RateLimit>("promotions.limits.wrong_codes_per_customer", rateLimitSchema, {
  max: 10,
  windowSeconds: WINDOW_SECONDS,
});
/** The same limit per IP address, which many people may share. */
export const wrongCodesPerIpAddress = setting<RateLimit>("promotions.limits.wrong_codes_per_address", rateLimitSchema, {
  max: 30,
  windowSeconds: WINDOW_SECONDS,
});
/** The gift card amounts offered; below, the range of a custom amount. All in kopecks. */
export const giftCardAmounts = setting(
  "promotions.certificate_faces",
  z.array(z.number().int().min(1_00)).min(1).max(12),
  [1000_00, 2000_00, 3000_00, 5000_00, 10_000_00, 15_000_00],
);
export const giftCardMinAmount = setting("promotions.certificate_least", z.number().int().min(1_00), 500_00);
export const giftCardMaxAmount = setting("promotions.certificate_most", z.number().int().min(1_00), 50_000_00);
/** The maximum number of gift cards in one cart. */
export const maxGiftCardsInCart = setting("promotions.certificates_in_cart", z.number().int().min(1).max(100), 20);
/** How many days ahead the email of a gift card may be scheduled. */
export const giftCardMaxDaysAhead = setting("promotions.certificate_days_ahead", z.number().int().min(0).max(365), 180);
/** How many days a new gift card is valid. */
export const giftCardValidityDays = setting("promotions.certificate_days", z.number().int().min(1).max(3650), 365);
