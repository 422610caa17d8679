import { z } from "zod";
import { productCard } from "../catalog/schema.ts";

export const wishlistCount = z.object({ count: z.int(), ids: z.array(z.int()) }).meta({ id: "WishlistCount" });
export type WishlistCount = z.infer<typeof wishlistCount>;

export const wishlist = z.object({ items: z.array(productCard) }).meta({ id: "Wishlist" });
export type Wishlist = z.infer<typeof wishlist>;

export const refusals = { product_not_found: 404, wishlist_full: 409 } as const;
