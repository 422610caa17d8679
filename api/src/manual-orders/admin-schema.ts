import { z } from "zod";
import { addressRequest } from "../account/addresses/schema.ts";
import { email, trimmed } from "../account/schema.ts";
import { amount, isoCode } from "../money/schema.ts";
import { locales } from "../platform/i18n/locale.ts";

/** How long a payment link is valid: 60 minutes to 7 days, by default a day. */
const MIN_LINK_MINUTES = 60;
const MAX_LINK_MINUTES = 7 * 24 * 60;
const DEFAULT_LINK_MINUTES = 24 * 60;
const MAX_QUANTITY = 999;
const MAX_LINES = 100;

const id = z.int().min(1).max(2_147_483_647);
const locale = z.enum(locales);
const currency = z.string().regex(/^[A-Z]{3}$/, "invalid");

const orderedVariant = z.strictObject({
  product_id: id,
  option_id: z.int().min(0).max(2_147_483_647),
  quantity: z.int().min(1).max(MAX_QUANTITY),
});
export type OrderedVariant = z.infer<typeof orderedVariant>;

/** `link`: the customer pays with a link. `claim`: the goods replace those of an approved claim at no charge. */
const payment = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("link"),
    link_minutes: z.int().min(MIN_LINK_MINUTES).max(MAX_LINK_MINUTES).default(DEFAULT_LINK_MINUTES),
  }),
  z.strictObject({ kind: z.literal("claim"), return_id: z.int().min(1).max(Number.MAX_SAFE_INTEGER) }),
]);

export const placeManualOrderRequest = z
  .strictObject({
    /** A customer, or the email of one; if nobody has the email, an account without a password is created. */
    customer: z
      .strictObject({ id: id.optional(), email: email.optional() })
      .refine((one) => (one.id === undefined) !== (one.email === undefined), { path: ["email"], message: "required" }),
    /** By default those of the customer; of a claim always those of its order. */
    locale: locale.optional(),
    currency: currency.optional(),
    lines: z.array(orderedVariant).min(1, "required").max(MAX_LINES),
    address: addressRequest.omit({ alias: true }),
    /** The shipping method and its pickup point; by default the first method that needs none. */
    method: z.strictObject({ id, pickup_point: z.string().max(40).nullable().default(null) }).optional(),
    payment,
    reason: z.string().trim().min(1, "required").max(500, "tooLong"),
    /** The total that was shown; if it is another one now, nothing is ordered. */
    expected_total: z.number().min(0).optional(),
  })
  .meta({ id: "PlaceManualOrderRequest" });
export type PlaceManualOrderRequest = z.output<typeof placeManualOrderRequest>;

const totals = z.object({ products: amount, discount: amount, delivery: amount, total: amount });
const duty = z.object({
  amount,
  /** Whether the customer must confirm the duty before they pay. */
  needs_confirmation: z.boolean(),
});

export const manualOrder = z
  .object({
    order_id: z.int(),
    customer_id: z.int(),
    status: z.enum(["awaiting_payment", "paid"]),
    currency: isoCode,
    totals,
    duty,
    weight_g: z.int(),
    /** Until when the goods are reserved for the payment; null if there is nothing to pay. */
    expires_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "ManualOrder" });
export type ManualOrder = z.infer<typeof manualOrder>;

/** Lines of a query: `12_0_2` are two pieces of product 12 without an option. */
const variantList = z
  .string()
  .transform((text) => text.split(",").map((line) => line.split("_").map(Number)))
  .pipe(
    z
      .array(z.tuple([id, z.int().min(0).max(2_147_483_647), z.int().min(1).max(MAX_QUANTITY)]))
      .min(1)
      .max(MAX_LINES),
  )
  .transform((lines) => lines.map(([product_id, option_id, quantity]) => ({ product_id, option_id, quantity })));

export const manualOrderEstimateQuery = z.object({
  lines: variantList,
  country: trimmed.regex(/^[A-Z]{2}$/).optional(),
  city: z.string().trim().max(80).default(""),
  postcode: z.string().trim().max(12).default(""),
  method: z.coerce.number().int().min(1).optional(),
  pickup_point: z.string().max(40).optional(),
  currency,
  /** Whether the goods replace those of a claim. */
  at_no_charge: z.enum(["true", "false"]).default("false"),
});
export type ManualOrderEstimateQuery = z.output<typeof manualOrderEstimateQuery>;

/** What an order would cost and how it could be sent, priced as a cart. */
export const manualOrderEstimate = z
  .object({
    currency: isoCode,
    lines: z.array(
      z.object({
        product_id: z.int(),
        option_id: z.int(),
        reference: z.string(),
        name: z.string(),
        option_name: z.string(),
        quantity: z.int(),
        /** How many pieces can be ordered now. */
        available: z.int(),
        price: amount,
        total: amount,
        /** Why it cannot be sent there, or this way; null if it can. */
        refusal: z.string().nullable(),
      }),
    ),
    /** Empty without a country. */
    methods: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        price: amount,
        needs_pickup_point: z.boolean(),
        pickup_points: z.array(z.object({ code: z.string(), city: z.string(), address: z.string() })),
      }),
    ),
    /** The selected method, or the one that is selected by default. */
    method_id: z.int().nullable(),
    pickup_point: z.string().nullable(),
    totals,
    duty,
    weight_g: z.int(),
    /** What prevents the order; null if nothing does. */
    problem: z.object({ code: z.string(), text: z.string() }).nullable(),
  })
  .meta({ id: "ManualOrderEstimate" });
export type ManualOrderEstimate = z.infer<typeof manualOrderEstimate>;

/** A whole email or phone number. */
export const customerSearchQuery = z.object({ q: z.string().trim().min(5).max(254) });

/** The customers with an email or a phone number, masked. */
export const foundCustomers = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        email: z.string(),
        phone: z.string(),
        locale,
        orders: z.int(),
        /** False if the account may belong to somebody else: its email is not confirmed. */
        is_email_confirmed: z.boolean(),
      }),
    ),
  })
  .meta({ id: "FoundCustomers" });
export type FoundCustomers = z.infer<typeof foundCustomers>;

export const manualProductQuery = z.object({ q: z.string().trim().min(1).max(100), currency });

/** The currencies in which an order can be paid, and the countries to which it can be sent. */
export const manualOrderOptions = z
  .object({
    currencies: z.array(z.object({ code: isoCode, name: z.string() })),
    countries: z.array(z.object({ code: z.string(), name: z.string() })),
  })
  .meta({ id: "ManualOrderOptions" });
export type ManualOrderOptions = z.infer<typeof manualOrderOptions>;

export const refusals = {
  not_enough_stock: 409,
  method_not_available: 409,
  duty_confirmation_required: 409,
  state_changed: 409,
  customer_not_confirmed: 409,
  claim_not_open: 409,
  claim_exceeded: 409,
  customer_not_found: 404,
  destination_not_served: 422,
  parcel_over_limits: 422,
  items_not_shippable: 422,
  order_too_large: 422,
} as const;
