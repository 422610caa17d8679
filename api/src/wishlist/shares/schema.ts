import { z } from "zod";
import { productCard } from "../../catalog/schema.ts";

const MAX_OCCASION_LENGTH = 60;

/** How a customer shares their wishlist. */
export const wishlistShare = z
  .object({ token: z.string(), occasion: z.string(), occasion_on: z.iso.date().nullable() })
  .meta({ id: "WishlistShare" });
export type WishlistShare = z.infer<typeof wishlistShare>;

export const ownShare = z.object({ share: wishlistShare.nullable() }).meta({ id: "OwnWishlistShare" });
export type OwnShare = z.infer<typeof ownShare>;

export const saveShareRequest = z.object({
  occasion: z.string().trim().max(MAX_OCCASION_LENGTH, "too_long").default(""),
  occasion_on: z.iso.date("invalid").nullable().default(null),
});
export type SaveShareRequest = z.infer<typeof saveShareRequest>;

/** A random key of the giver's browser, as `generateToken` makes it. */
const giverKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, "invalid");
export const giftRequest = z.object({ giver_key: giverKey });

export const sharedWishlist = z
  .object({
    /** The owner's first name. */
    owner: z.string(),
    occasion: z.string(),
    occasion_on: z.iso.date().nullable(),
    /** Whether the requesting customer owns it: then no choice is shown. */
    is_own: z.boolean(),
    items: z.array(
      z.object({
        card: productCard,
        /** Whether somebody has chosen it as a gift. */
        is_chosen: z.boolean(),
        /** Whether that is the giver with the key of the header `giver-key`. */
        is_chosen_by_me: z.boolean(),
      }),
    ),
  })
  .meta({ id: "SharedWishlist" });
export type SharedWishlist = z.infer<typeof sharedWishlist>;

export const refusals = {
  shared_wishlist_not_found: 404,
  gift_not_found: 404,
  gift_taken: 409,
  gift_limit: 409,
  gift_own: 409,
} as const;
