import { z } from "zod";

export const wishlistCount = z.object({ count: z.int(), ids: z.array(z.int()) }).meta({ id: "WishlistCount" });
export type WishlistCount = z.infer<typeof wishlistCount>;
