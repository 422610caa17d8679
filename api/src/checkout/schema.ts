import { z } from "zod";
import { cartId } from "../cart/schema.ts";
import { amount } from "../money/schema.ts";
import { order } from "../orders/schema.ts";

const seenLine = z.object({ cart_id: cartId, qty: z.int().min(1).max(100_000), price: amount.min(0) });
export type SeenLine = z.infer<typeof seenLine>;

const choiceNames = ["address", "shipping", "point", "payment"] as const;

/** What is not as the shopper saw it; comes with the fresh cart in the data of a refusal. */
export const cartDifference = z
  .object({
    lines: z.array(
      z.object({
        cart_id: z.string(),
        /** Empty where the line is gone. */
        name: z.string(),
        code: z.enum(["price", "quantity", "limited", "unavailable", "added", "removed"]),
        /** Prices of one piece for `price`, else pieces. */
        was: z.number(),
        now: z.number(),
      }),
    ),
    /** Pieces that come for nothing; null where the shopper did not say what he saw. */
    presents: z.object({ was: z.int(), now: z.int() }).nullable(),
    /** Certificates that are bought; null as above. */
    certificates: z.object({ was: z.int(), now: z.int() }).nullable(),
    total: z.object({ was: amount, now: amount }),
    /** What was chosen otherwise than the shopper saw: where it goes, how, to which point, how it is paid for. */
    choices: z.array(z.enum(choiceNames)),
    /** The duty that clause 7.14 is about; null where the shopper did not say what he saw. */
    duty: z.object({ was: amount, now: amount }).nullable(),
  })
  .meta({ id: "CartDifference" });
export type CartDifference = z.infer<typeof cartDifference>;

export const placeOrderRequest = z
  .object({
    comment: z.string().trim().max(1000, "tooLong").default(""),
    agree: z
      .boolean({ error: "notification.no_agree_personal" })
      .refine((value) => value, "notification.no_agree_personal"),
    /** Whether the public offer was accepted in a box of its own. A client without that box leaves the field out. */
    agree_offer: z
      .boolean()
      .refine((value) => value, "notification.no_agree_offer")
      .optional(),
    /** Clause 7.14: demanded when `customs_tax.declarate` is true. */
    duty_confirmed: z.boolean().default(false),
    /** The total the shopper saw, in the currency of the request. */
    expected_total: amount.min(0),
    /** The lines the shopper saw, prices of one piece: given, anything that differs but a fallen price is asked about. */
    expected_lines: z.array(seenLine).max(1000).optional(),
    /** How many presents the shopper saw come with it; fewer than that is told before the order. */
    expected_presents: z.int().min(0).max(100).optional(),
    /** How many certificates the shopper saw that he buys; another number is told before the order. */
    expected_certificates: z.int().min(0).max(100).optional(),
    /** The duty the shopper saw, 0 for none: any other, also none any more, is asked about, as what he confirmed names another. */
    expected_duty: amount.min(0).optional(),
    /** What the shopper saw chosen, by its id, a point by its code (empty: none); anything else is asked about. */
    expected_choices: z
      .object({
        address: z.int().nullable(),
        shipping: z.int().nullable(),
        point: z.string().max(40),
        payment: z.int().nullable(),
      })
      .optional(),
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
  parcel_over_limits: 422,
  address_required: 422,
  shipping_required: 422,
  pickup_point_required: 422,
  payment_required: 422,
  duty_confirmation_required: 422,
  order_over_maximum: 422,
} as const;
