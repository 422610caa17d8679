import { z } from "zod";
import { type RateLimit, rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

const WINDOW_SECONDS = 10 * 60;

/**
 * Limit of wrong codes (unknown, or of another customer) per customer. A gift card code is one of 2^55
 * (docs/domain/gift-cards.md).
 */
export const wrongCodesPerCustomer = setting<RateLimit>(
  "promotions.rate_limits.wrong_codes_per_customer",
  rateLimitSchema,
  {
    max: 10,
    windowSeconds: WINDOW_SECONDS,
  },
);
/** The same limit per IP address, which many people may share. */
export const wrongCodesPerIpAddress = setting<RateLimit>(
  "promotions.rate_limits.wrong_codes_per_ip_address",
  rateLimitSchema,
  {
    max: 30,
    windowSeconds: WINDOW_SECONDS,
  },
);
/** The suggested amounts of a gift card, in kopecks. */
export const giftCardAmounts = setting(
  "gift_cards.amounts_minor",
  z.array(z.number().int().min(1_00)).min(1).max(12),
  [1000_00, 2000_00, 3000_00, 5000_00, 10_000_00, 15_000_00],
);
/** The range of a custom amount, in kopecks. */
export const giftCardMinAmount = setting("gift_cards.min_amount_minor", z.number().int().min(1_00), 500_00);
export const giftCardMaxAmount = setting("gift_cards.max_amount_minor", z.number().int().min(1_00), 50_000_00);
/** The maximum number of gift cards in one cart. */
export const maxGiftCardsInCart = setting("gift_cards.max_in_cart", z.number().int().min(1).max(100), 20);
/** How many days ahead the email of a gift card may be scheduled. */
export const giftCardMaxDaysAhead = setting("gift_cards.max_days_ahead", z.number().int().min(0).max(365), 180);
/** How many days a new gift card is valid. */
export const giftCardValidityDays = setting("gift_cards.validity_days", z.number().int().min(1).max(3650), 365);
/** How many days a gift card is valid at least after an amount was returned to it. */
export const giftCardGraceDays = setting("gift_cards.grace_days", z.number().int().min(0).max(365), 30);
