import { z } from "zod";
import { rateLimitSchema } from "../platform/http/rate-limits.ts";
import { setting } from "../platform/settings/settings.ts";

/** For how many days a product of a shared wishlist stays chosen as a gift. */
export const giftDays = setting("wishlist.gift_days", z.number().int().min(1).max(365), 30);
/** How many products of one shared wishlist a giver can choose. */
export const maxGifts = setting("wishlist.max_gifts", z.number().int().min(1).max(500), 5);
/** Rate limit for choosing gifts, per network: a giver without the cookie of the earlier choice has another key. */
export const giftLimit = setting("wishlist.gift_rate_limit", rateLimitSchema, { max: 30, windowSeconds: 3600 });
/** Rate limit for new links of a shared wishlist, per customer. */
export const shareLimit = setting("wishlist.share_rate_limit", rateLimitSchema, { max: 20, windowSeconds: 3600 });
