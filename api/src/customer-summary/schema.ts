import { z } from "zod";
import { user } from "../account/schema.ts";
import { wishlistCount } from "../wishlist/schema.ts";

/** What every page shows of a signed-in customer. */
export const customerSummary = z
  .object({
    user: user.pick({
      ...{ id: true, name: true, surname: true, email: true, phone: true },
      ...{ email_verified: true, has_account: true, csrf_token: true },
    }),
    cart: z.object({
      /** The quantity of each line, keyed by `cart_id`. */
      quantities: z.record(z.string(), z.int()),
      /** Number of gift cards being bought. */
      certificates: z.int(),
    }),
    wishlist: wishlistCount,
    notifications: z.object({ unread: z.int() }),
    /** Country of the address that the cart is sent to; null without an address. */
    delivery_country: z.string().nullable(),
  })
  .meta({ id: "CustomerSummary" });
export type CustomerSummary = z.infer<typeof customerSummary>;
