import { z } from "zod";
import { address } from "../account/schema.ts";
import { card } from "../catalogue/schema.ts";
import { customsTax } from "../customs/schema.ts";
import { missingMethod, shippingMethod, shippingParam } from "../delivery/schema.ts";
import { amount, isoCode } from "../money/schema.ts";
import { missingPayment, paymentMethod } from "../payments/schema.ts";
import { certificateLine, promoKind } from "../promotions/schema.ts";

/** `{product_id}_{option_id}`, option 0 where there is none (spec §3). */
export const cartId = z.string().regex(/^\d{1,10}_\d{1,10}$/, "invalid_cart_id");

/** One wish: `qty` is the wished quantity, not a difference. */
export const cartWish = z
  .object({
    cart_id: cartId.optional(),
    product_id: z.int().positive().max(2_147_483_647),
    qty: z.int().min(0).max(100_000),
    option_id: z.int().min(0).max(2_147_483_647).default(0),
    /** What a piece cost as the shopper saw it, in the asked currency; read with `late`. */
    seen_price: z.number().min(0).max(100_000_000).optional(),
  })
  .meta({ id: "CartWish" });
export type CartWish = z.infer<typeof cartWish>;
export const cartWishes = z.array(cartWish).min(1).max(500);
const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");
export const wishQuery = z.object({ merge: flag, late: flag });

export const cartItem = z
  .object({
    cart_id: z.string(),
    product: card
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
    /** The product has options and none is chosen, or the chosen one was withdrawn (spec §5). */
    option_required: z.boolean(),
    /** More than this shop's threshold of one item: customs may take it for goods to resell (spec §9). */
    may_look_commercial: z.boolean(),
    /** Why it cannot go to the country, or by the chosen method, in words. */
    shipping_refusal: z.object({ code: z.string(), text: z.string() }).nullable(),
    price_per_item: amount,
    price_total: amount,
    price_v2: z.object({ sign: z.string(), iso_code: isoCode, price: amount, price_total: amount }),
  })
  .meta({ id: "CartItem" });
export type CartItem = z.infer<typeof cartItem>;

/** Why the order cannot be placed yet, each with the lines it is about. */
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

/** What differs in a line from what its owner saw last; told until he says that he has seen it. */
export const cartChange = z.object({
  cart_id: z.string(),
  name: z.string(),
  code: z.enum(["price_rose", "price_fell", "sale_ended", "quantity_cut", "unavailable", "available_again"]),
  /** Prices in the cart's currency, or pieces where the quantity was cut. */
  was: z.number().nullable(),
  now: z.number().nullable(),
});
export type CartChange = z.infer<typeof cartChange>;
/** Why a code that was entered does not hold any more: its code, and the shop's sentence. */
const codeRefusal = z.object({ code: z.string(), message: z.string() });

/** The letter after the underscore is the Cyrillic es (U+0441): the contract is spelled so. */
const CAN_CHOOSE = "can_\u0441hoose" as const;

/** Misspelled names below (`dicount_price`, `availiable_…`, `declarate`) are the contract's own and live only in schemas. */
export const cart = z
  .object({
    cart_items: z.object({ items: z.array(cartItem) }),
    /** Gift certificates that are bought; they are no goods: nothing but money pays for them. */
    certificates: z.object({ items: z.array(certificateLine.extend({ id: z.int() })) }),
    /** Pieces of goods. */
    products_count: z.int(),
    weight_g: z.int(),
    /** The box that the parcel is expected to need, the longest side first; null where no size is known. */
    box_mm: z.array(z.int()).nullable(),
    price_v2: z.object({
      iso_code: isoCode,
      sign: z.string(),
      products_price: amount,
      certificates_price: amount,
      delivery_price: amount,
      /** Everything that is taken off: `discounts` together. */
      dicount_price: amount,
      discounts: z.object({ promo: amount, bonus: amount, certificate: amount }),
      total_price: amount,
      default_currency_price: z.object({ total_price: amount, sign: z.string() }),
    }),
    customs_tax: customsTax,
    address: z.object({ availiable_address: z.object({ items: z.array(address) }), selected: z.int().nullable() }),
    shipping: z.object({
      availiable_shipping: z.object({ items: z.array(shippingMethod) }),
      /** The shop's other methods, each with the reason. */
      not_offered: z.array(missingMethod),
      selected: z.int().nullable(),
      selected_shipping_param: shippingParam,
    }),
    payment: z.object({
      availiable_payments: z.object({ items: z.array(paymentMethod) }),
      /** The shop's other ways to pay, each with the reason. */
      not_offered: z.array(missingPayment),
      selected: z.int().nullable(),
    }),
    not_availiable_for_shipping_products: z.array(z.int()),
    promo: z.object({
      promo: z.string().nullable(),
      kind: promoKind.nullable(),
      percent: z.int().nullable(),
      refusal: codeRefusal.nullable(),
      /** A gift certificate, entered in the same field; amounts in the cart's currency. */
      certificate: z
        .object({ code: z.string(), balance: amount, used: amount, refusal: codeRefusal.nullable() })
        .nullable(),
    }),
    /** Null outside the Russian shop. `offer`: whole bonuses that this cart would take; `used`: those it takes. */
    bonus: z
      .object({ balance: z.int(), offer: z.int(), offer_price: amount, used: z.int(), on: z.boolean() })
      .nullable(),
    presents: z.object({
      /** Of the offer that is reached, or else of the next: `price` is its sum of goods. */
      product: z.object({ items: z.array(card) }),
      /** How many may be chosen. */
      count: z.int(),
      [CAN_CHOOSE]: z.boolean(),
      price: amount,
      /** Products that are chosen and come with the order. */
      chosen: z.array(z.int()),
      /** What a promo code adds to the order. */
      gift: z.object({ product_id: z.int(), name: z.string() }).nullable(),
    }),
    problems: z.array(cartProblem),
    /** Above the duty-free limit: two orders that stay below it, what they save and add; or why there are no such two. */
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
        /** Pieces that, taken out, leave one order below the limit, and the sum of what stays; null where nothing could stay. */
        remove: z
          .object({ lines: z.array(z.object({ cart_id: z.string(), qty: z.int() })), products_price: amount })
          .nullable(),
      })
      .nullable(),
    /** What waits for the next order, and comes into the cart once this one is placed. */
    next_order: z.object({
      items: z.array(
        card.pick({ name: true, link_rewrite: true, image: true }).extend({
          cart_id: z.string(),
          option_name: z.string(),
          qty: z.int(),
        }),
      ),
    }),
    changes: z.array(cartChange),
    stock_check: z
      .array(
        z.object({ cart_id: z.string(), code: z.enum(["clamped", "unavailable"]), total: z.int(), available: z.int() }),
      )
      .optional(),
  })
  .meta({ id: "Cart" });
export type Cart = z.infer<typeof cart>;

/** All that waits for the next order; empty: everything is ordered now. */
export const nextOrderRequest = z
  .object({
    lines: z
      .array(
        z.object({
          product_id: z.int().positive().max(2_147_483_647),
          option_id: z.int().min(0).max(2_147_483_647).default(0),
          qty: z.int().min(1).max(100_000),
        }),
      )
      .max(1000),
  })
  .meta({ id: "NextOrderRequest" });
export type NextOrderRequest = z.infer<typeof nextOrderRequest>;

const brought = {
  /** A promo code that was entered before. */
  promo: z.string().trim().min(1).max(60, "tooLong").nullable().default(null),
  /** Products that were chosen for presents. */
  presents: z.array(z.int().positive().max(2_147_483_647)).max(20),
};

/** What a guest brings to his cart at sign-in beside its lines. */
export const broughtMeans = z.object(brought).meta({ id: "BroughtMeans" });
export type BroughtMeans = z.infer<typeof broughtMeans>;

/** Goods and where they would go: what it would cost, for whom has no cart or no address yet. `presents`: those he chose; given, the answer tells what there is to choose. */
export const estimateRequest = z
  .object({
    country: z.string({ error: "required" }).regex(/^[A-Z]{2}$/, "unknownCountry"),
    city: z.string().trim().max(80, "tooLong").default(""),
    postcode: z.string().trim().max(12, "tooLong").default(""),
    lines: z
      .array(
        z.object({
          product_id: z.int().positive().max(2_147_483_647),
          option_id: z.int().min(0).max(2_147_483_647).default(0),
          qty: z.int().min(1).max(1000),
        }),
      )
      .min(1)
      .max(500),
    promo: brought.promo,
    presents: brought.presents.optional(),
  })
  .meta({ id: "CartEstimateRequest" });
export type EstimateRequest = z.infer<typeof estimateRequest>;

/** A cart's parts that do not need a shopper: lines, sums, customs, delivery, and what is in the way. */
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
/** What is typed into the field of codes; blanks around it do not count. */
export const codeParams = z.object({ code: z.string().trim().min(1, "required").max(60, "tooLong") });
/** Which of the two leaves the cart; both where it is not said. */
export const dropCodeQuery = z.object({ only: z.enum(["promo", "certificate"]).optional() });
export const choosePresentsRequest = z
  .object({ product_ids: z.array(z.int().positive().max(2_147_483_647)).max(20) })
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
