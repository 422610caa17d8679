import { z } from "zod";
import { setting } from "../platform/settings.ts";

/** Ways to pay that the cart offers: codes whose names are texts of the shop. */
export const paymentMethods = setting(
  "cart.payment_methods",
  z.array(z.object({ id: z.number().int().positive(), code: z.enum(["card"]) })).min(1),
  [{ id: 1, code: "card" as const }],
);
/** So many hours after its last change, a customer who agreed to it is reminded of a cart he left. */
export const remindAfterHours = setting("cart.remind_after_hours", z.number().int().min(1).max(720), 24);
/** A cart that was left longer ago than this is not brought up again. */
export const remindWithinHours = setting("cart.remind_within_hours", z.number().int().min(1).max(8760), 168);
