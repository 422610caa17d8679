import { z } from "zod";
import { setting } from "../platform/settings.ts";

/** Ways to pay that the cart offers: codes whose names are texts of the shop. */
export const paymentMethods = setting(
  "cart.payment_methods",
  z.array(z.object({ id: z.number().int().positive(), code: z.enum(["card"]) })).min(1),
  [{ id: 1, code: "card" as const }],
);
