import { z } from "zod";
import { cartId } from "../cart/schema.ts";
import { amount } from "../money/schema.ts";
import { order } from "../orders/schema.ts";

const seenLine = z.object({ cart_id: cartId, qty: z.int().min(1).max(100_000), price: amount.min(0) });
export type SeenLine = z.infer<typeof seenLine>;

const choiceNames = ["address", "shipping", "point", "payment"] as const;

/** The differences from what the shopper saw; returned with the current cart in the data of a refusal. */
export const cartDifference = z
  .object({
    lines: z.array(
      z.object({
        cart_id: z.string(),
        /** Empty if the line was removed. */
        name: z.string(),
        code: z.enum(["price", "quantity", "limited", "unavailable", "added", "removed"]),
        /** Unit prices for `price`, otherwise quantities. */
        was: z.number(),
        now: z.number(),
      }),
    ),
    /** Number of gifts; null if the client did not send what the shopper saw. */
    presents: z.object({ was: z.int(), now: z.int() }).nullable(),
    /** Number of gift cards being bought; null as above. */
    certificates: z.object({ was: z.int(), now: z.int() }).nullable(),
    total: z.object({ was: amount, now: amount }),
    /** Selections that differ from what the shopper saw: address, delivery method, pickup point, payment method. */
    choices: z.array(z.enum(choiceNames)),
    /** The duty of clause 7.14; null if the client did not send what the shopper saw. */
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
    /** Whether the public offer was accepted in a checkbox of its own. Clients without that checkbox omit the field. */
    agree_offer: z
      .boolean()
      .refine((value) => value, "notification.no_agree_offer")
      .optional(),
    /** Clause 7.14: required if `customs_tax.declarate` is true. */
    duty_confirmed: z.boolean().default(false),
    /** The total the shopper saw, in the currency of the request. */
    expected_total: amount.min(0),
    /**
     * The lines the shopper saw, with unit prices. If given, any difference except a lower price requires
     * reconfirmation.
     */
    expected_lines: z.array(seenLine).max(1000).optional(),
    /** The number of gifts the shopper saw; fewer require reconfirmation. */
    expected_presents: z.int().min(0).max(100).optional(),
    /** The number of gift cards the shopper saw in the cart; any other number requires reconfirmation. */
    expected_certificates: z.int().min(0).max(100).optional(),
    /** The duty the shopper saw, 0 for none; any other amount requires reconfirmation, including none. */
    expected_duty: amount.min(0).optional(),
    /**
     * The selections the shopper saw, by id, a pickup point by its code (empty: none); any difference requires
     * reconfirmation.
     */
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
  email_has_account: 409,
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
