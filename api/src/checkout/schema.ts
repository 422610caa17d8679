import { z } from "zod";
import { amount } from "../money/schema.ts";
import { order } from "../orders/schema.ts";

export const placeOrderRequest = z
  .object({
    comment: z.string().trim().max(1000, "tooLong").default(""),
    agree: z
      .boolean({ error: "notification.no_agree_personal" })
      .refine((value) => value, "notification.no_agree_personal"),
    /** Clause 7.14: demanded when `customs_tax.declarate` is true. */
    duty_confirmed: z.boolean().default(false),
    /** The total the shopper saw, in the currency of the request. */
    expected_total: amount.min(0),
  })
  .meta({ id: "PlaceOrderRequest" });
export type PlaceOrderRequest = z.infer<typeof placeOrderRequest>;

export const placedOrder = z
  .object({ order, payment: z.object({ id: z.string(), url: z.string() }) })
  .meta({ id: "PlacedOrder" });
export type PlacedOrder = z.infer<typeof placedOrder>;

export const refusals = {
  cart_changed: 409,
  cart_empty: 422,
  cart_has_unavailable_items: 409,
  cart_option_required: 409,
  cart_items_not_shippable: 422,
  country_not_served: 422,
  address_required: 422,
  shipping_required: 422,
  pickup_point_required: 422,
  payment_required: 422,
  duty_confirmation_required: 422,
  order_over_maximum: 422,
} as const;
