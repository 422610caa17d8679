import { z } from "zod";
import { address } from "../account/addresses/schema.ts";
import { productCard } from "../catalog/schema.ts";
import { customsTax } from "../customs/schema.ts";
import { unavailableShippingMethod, shippingMethod, shippingParam } from "../delivery/schema.ts";
import { purchasedGiftCard } from "../gift-cards/schema.ts";
import { amount, isoCode } from "../money/schema.ts";
import { unavailablePaymentMethod, paymentMethod } from "../payments/schema.ts";
import { promoKind } from "../promotions/schema.ts";

const MAX_ID = 2_147_483_647;
const productId = z.int().positive().max(MAX_ID);
const optionId = z.int().min(0).max(MAX_ID).default(0);

/** `{product_id}_{option_id}`; the option is 0 if the product has none. */
export const cartId = z.string().regex(/^\d{1,10}_\d{1,10}$/, "invalid_cart_id");

/** Update of one cart line: `qty` is the new quantity, not a difference. */
export const cartLineUpdate = z
  .object({
    cart_id: cartId.optional(),
    product_id: productId,
    qty: z.int().min(0).max(100_000),
    option_id: optionId,
    /** Price of a piece as the shopper saw it, in the requested currency; used with `late`. */
    seen_price: z.number().min(0).max(100_000_000).optional(),
  })
  .meta({ id: "CartWish" });
export type CartLineUpdate = z.infer<typeof cartLineUpdate>;
export const cartLineUpdates = z.array(cartLineUpdate).min(1).max(500);
const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");
export const lineUpdateQuery = z.object({ merge: flag, late: flag });

export const cartItem = z
  .object({
    cart_id: z.string(),
    product: productCard
      .pick({
        id: true,
        name: true,
        link_rewrite: true,
        image: true,
        has_options: true,
        available_for_order: true,
        reference: true,
      })
      .extend({
        manufacturer: z.string(),
        price: z.object({ current: amount, old: amount.nullable(), iso_code: isoCode, sign: z.string() }),
      }),
    option_id: z.int(),
    option_name: z.string(),
    qty: z.int(),
    qty_limit: z.int(),
    available_for_order: z.boolean(),
    /** The product has options and none is chosen, or the chosen one was withdrawn. */
    option_required: z.boolean(),
    /**
     * The quantity exceeds the store's threshold: customs may treat it as goods for resale (docs/domain/customs.md).
     */
    may_look_commercial: z.boolean(),
    /** Why the line cannot be shipped to the country or by the selected method, as text. */
    shipping_refusal: z.object({ code: z.string(), text: z.string() }).nullable(),
    /** Whether the totals include the line: it can be bought, and a method may ship it to the destination. */
    in_total: z.boolean(),
    price_per_item: amount,
    price_total: amount,
    price_v2: z.object({ sign: z.string(), iso_code: isoCode, price: amount, price_total: amount }),
  })
  .meta({ id: "CartItem" });
export type CartItem = z.infer<typeof cartItem>;

/** Why the order cannot be placed yet, with the lines concerned. */
export const cartProblem = z.object({
  code: z.enum([
    "empty",
    "unavailable_items",
    "option_required",
    "no_address",
    "country_not_served",
    "parcel_over_limits",
    "not_shippable_items",
    "no_shipping",
    "no_pickup_point",
    "no_payment",
    "over_order_max",
    "promo_refused",
    "certificate_refused",
  ]),
  cart_ids: z.array(z.string()),
});
export type CartProblem = z.infer<typeof cartProblem>;

/** A difference between a line and what the customer saw last; reported until the customer confirms having seen it. */
export const cartChange = z.object({
  cart_id: z.string(),
  name: z.string(),
  code: z.enum(["price_rose", "price_fell", "sale_ended", "quantity_cut", "unavailable", "available_again"]),
  /** Prices in the cart's currency, or quantities for `quantity_cut`. */
  was: z.number().nullable(),
  now: z.number().nullable(),
});
export type CartChange = z.infer<typeof cartChange>;
/** Why an entered code no longer applies: the error code and a message. */
const codeRefusal = z.object({ code: z.string(), message: z.string() });

/** The letter after the underscore is the Cyrillic "es" (U+0441), as in the API contract. */
const CAN_CHOOSE = "can_\u0441hoose" as const;

// The misspelled names below (`dicount_price`, `availiable_…`, `declarate`) belong to the API contract and appear only
// in schemas.
export const cart = z
  .object({
    cart_items: z.object({ items: z.array(cartItem) }),
    /** Gift cards being bought. They are not goods, and nothing but money pays for them. */
    certificates: z.object({ items: z.array(purchasedGiftCard.extend({ id: z.int() })) }),
    /** Number of pieces of goods. */
    products_count: z.int(),
    weight_g: z.int(),
    /** Expected box of the parcel, longest side first; null if no size is known. */
    box_mm: z.array(z.int()).nullable(),
    price_v2: z.object({
      iso_code: isoCode,
      sign: z.string(),
      products_price: amount,
      certificates_price: amount,
      delivery_price: amount,
      /** All discounts together: the sum of `discounts`. */
      dicount_price: amount,
      discounts: z.object({ promo: amount, bonus: amount, certificate: amount }),
      total_price: amount,
      default_currency_price: z.object({ total_price: amount, sign: z.string() }),
    }),
    customs_tax: customsTax,
    address: z.object({ availiable_address: z.object({ items: z.array(address) }), selected: z.int().nullable() }),
    shipping: z.object({
      availiable_shipping: z.object({ items: z.array(shippingMethod) }),
      /** The store's other methods, each with the reason why it is not offered. */
      not_offered: z.array(unavailableShippingMethod),
      selected: z.int().nullable(),
      selected_shipping_param: shippingParam,
    }),
    payment: z.object({
      availiable_payments: z.object({ items: z.array(paymentMethod) }),
      /** The store's other payment methods, each with the reason why it is not offered. */
      not_offered: z.array(unavailablePaymentMethod),
      selected: z.int().nullable(),
    }),
    not_availiable_for_shipping_products: z.array(z.int()),
    promo: z.object({
      promo: z.string().nullable(),
      kind: promoKind.nullable(),
      percent: z.int().nullable(),
      refusal: codeRefusal.nullable(),
      /** A gift card, entered in the same field as promo codes; amounts in the cart's currency. */
      certificate: z
        .object({ code: z.string(), balance: amount, used: amount, refusal: codeRefusal.nullable() })
        .nullable(),
    }),
    /**
     * Null outside the Russian store. `offer`: whole loyalty points that this cart could use; `used`: those it uses.
     */
    bonus: z
      .object({ balance: z.int(), offer: z.int(), offer_price: amount, used: z.int(), on: z.boolean() })
      .nullable(),
    presents: z.object({
      /**
       * Products of the gift tier that is reached, or else of the next one; `price` is the sum of goods that it
       * requires.
       */
      product: z.object({ items: z.array(productCard) }),
      /** How many gifts may be chosen. */
      count: z.int(),
      [CAN_CHOOSE]: z.boolean(),
      price: amount,
      /** Chosen products that come with the order. */
      chosen: z.array(z.int()),
      /** The gift that a promo code adds to the order. */
      gift: z.object({ product_id: z.int(), name: z.string() }).nullable(),
    }),
    problems: z.array(cartProblem),
    /**
     * Only above the duty-free limit: two orders below it, what they save and what they cost in addition; or why there
     * are none.
     */
    split: z
      .object({
        reason: z.enum(["summed", "useless", "impossible"]).nullable(),
        saved: amount,
        added: amount,
        parts: z.array(
          z.object({
            lines: z.array(z.object({ cart_id: z.string(), qty: z.int() })),
            products_price: amount,
            delivery_price: amount,
          }),
        ),
        /** Pieces to remove to keep one order below the limit, and the sum of the rest; null if nothing could stay. */
        remove: z
          .object({ lines: z.array(z.object({ cart_id: z.string(), qty: z.int() })), products_price: amount })
          .nullable(),
      })
      .nullable(),
    /** Lines saved for the next order; they move into the cart once this order is placed. */
    next_order: z.object({
      items: z.array(
        productCard.pick({ name: true, link_rewrite: true, image: true }).extend({
          cart_id: z.string(),
          option_name: z.string(),
          qty: z.int(),
        }),
      ),
    }),
    changes: z.array(cartChange),
    /** Updates of this request that could not be applied as requested: requested (`total`) and available quantity. */
    stock_check: z
      .array(
        z.object({ cart_id: z.string(), code: z.enum(["clamped", "unavailable"]), total: z.int(), available: z.int() }),
      )
      .optional(),
  })
  .meta({ id: "Cart" });
export type Cart = z.infer<typeof cart>;

/** All lines saved for the next order; an empty list moves everything back into the cart. */
export const nextOrderRequest = z
  .object({
    lines: z
      .array(
        z.object({
          product_id: productId,
          option_id: optionId,
          qty: z.int().min(1).max(100_000),
        }),
      )
      .max(1000),
  })
  .meta({ id: "NextOrderRequest" });
export type NextOrderRequest = z.infer<typeof nextOrderRequest>;

const guestAdjustmentFields = {
  /** A promo code that was entered before sign-in. */
  promo: z.string().trim().min(1).max(60, "tooLong").nullable().default(null),
  /** Products that were chosen as gifts. */
  presents: z.array(productId).max(20),
};

/** What is merged into the cart at sign-in besides the lines of the guest cart. */
export const guestAdjustments = z.object(guestAdjustmentFields).meta({ id: "BroughtMeans" });
export type GuestAdjustments = z.infer<typeof guestAdjustments>;

/**
 * Goods and their destination, to estimate the cost for a shopper without a cart or address. `presents`: the chosen
 * gifts; if given, the response lists the available ones.
 */
export const estimateRequest = z
  .object({
    country: z.string({ error: "required" }).regex(/^[A-Z]{2}$/, "unknownCountry"),
    city: z.string().trim().max(80, "tooLong").default(""),
    postcode: z.string().trim().max(12, "tooLong").default(""),
    lines: z
      .array(
        z.object({
          product_id: productId,
          option_id: optionId,
          qty: z.int().min(1).max(1000),
        }),
      )
      .min(1)
      .max(500),
    promo: guestAdjustmentFields.promo,
    presents: guestAdjustmentFields.presents.optional(),
  })
  .meta({ id: "CartEstimateRequest" });
export type EstimateRequest = z.infer<typeof estimateRequest>;

/** The parts of a cart that do not depend on a customer: lines, totals, customs, delivery and problems. */
export const estimate = cart
  .pick({
    cart_items: true,
    products_count: true,
    weight_g: true,
    box_mm: true,
    price_v2: true,
    customs_tax: true,
    shipping: true,
    not_availiable_for_shipping_products: true,
    promo: true,
    presents: true,
    problems: true,
    split: true,
  })
  .extend({ country: z.string() })
  .meta({ id: "CartEstimate" });
export type Estimate = z.infer<typeof estimate>;
/** The value of the code field; surrounding whitespace is ignored. */
export const codeParams = z.object({ code: z.string().trim().min(1, "required").max(60, "tooLong") });
/** Which of the two is removed from the cart; both if not specified. */
export const removeCodeQuery = z.object({ only: z.enum(["promo", "certificate"]).optional() });
export const chooseGiftsRequest = z
  .object({ product_ids: z.array(productId).max(20) })
  .meta({ id: "ChoosePresentsRequest" });

export const refusals = {
  cart_line_unknown: 422,
  option_required: 422,
  cart_full: 422,
  cart_address_unknown: 404,
  cart_shipping_not_offered: 422,
  cart_payment_not_offered: 422,
  point_required: 422,
  cart_point_unknown: 422,
  cart_point_closed: 422,
  cart_point_wrong_country: 422,
  cart_point_too_heavy: 422,
  cart_point_too_large: 422,
  cart_split_changed: 409,
  cart_split_empty: 422,
  cart_certificates_full: 422,
  cart_presents_too_many: 422,
  cart_present_not_offered: 422,
  cart_present_gone: 409,
} as const;
