import { z } from "zod";
import { addressRequest } from "../account/addresses/schema.ts";
import { picture } from "../content/schema.ts";
import { purchasedGiftCard } from "../gift-cards/schema.ts";
import { amount, isoCode } from "../money/schema.ts";

export const orderStatuses = [
  "awaiting_payment",
  "paid",
  "packing",
  "shipped",
  "delivered",
  "returned",
  "cancelled",
  "refunded",
] as const;
export const orderStatus = z.enum(orderStatuses);
export type OrderStatus = z.infer<typeof orderStatus>;

/**
 * The result of the customs check of an order. `missing`: customs data of a product is missing. `blocked`: the goods may
 * not be sent to this country or by this method.
 */
export const customsStatuses = ["complete", "missing", "blocked"] as const;
export const customsStatus = z.enum(customsStatuses);
export type CustomsStatus = z.infer<typeof customsStatus>;

/** The shipping method of an order: its code, and the name that the customer has read, in the language of the order. */
export const orderShippingMethod = z.object({ code: z.string(), name: z.string() });

/**
 * What prevents an order from being sent. `hs_code_missing` and `name_not_specific` are solved with the customs data of
 * the product; the others need another shipping method, or the order cannot be sent.
 */
export const customsProblemCode = z.enum([
  "hs_code_missing",
  "name_not_specific",
  "export_limit_exceeded",
  "not_carried",
]);
export type CustomsProblemCode = z.infer<typeof customsProblemCode>;

/** Who canceled the order: the customer, the shop, or the expiry of the payment deadline. */
/** Who placed an order: the customer, staff for a customer, or the decision about a return. */
export const orderSources = ["storefront", "manual", "replacement"] as const;
export type OrderSource = (typeof orderSources)[number];

export const cancelCauses = ["customer", "shop", "expired"] as const;
export type CancelCause = (typeof cancelCauses)[number];

export const ordersQuery = z.object({
  status: z.enum(["all", "active", "completed"]).default("all"),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  per_page: z.coerce.number().int().min(1).max(96).default(24),
});
export type OrdersQuery = z.infer<typeof ordersQuery>;

export const orderItem = z.object({
  product_id: z.int(),
  option_id: z.int(),
  /** Null if the product is no longer sold and has no page; the name from the order remains. */
  link_rewrite: z.string().nullable(),
  image: picture.nullable(),
  reference: z.string(),
  name: z.string(),
  option_name: z.string(),
  qty: z.int(),
  price: amount,
  price_total: amount,
  /** The promo code discount on this line; it is included in `price_total`. */
  discount: amount,
  is_present: z.boolean(),
});

const money = {
  iso_code: isoCode,
  sign: z.string(),
  products: amount,
  /** Total of the gift cards bought with the order; discounts do not apply to them. */
  certificates_price: amount,
  delivery: amount,
  /** Sum of all `discounts`. */
  discount: amount,
  discounts: z.object({ promo: amount, bonus: amount, certificate: amount }),
  customs_tax: amount,
  total: amount,
};

const tracking = z.object({ number: z.string(), url: z.url() });

export const orderSummary = z
  .object({
    id: z.int(),
    date: z.iso.datetime(),
    status: orderStatus,
    ...money,
    products_count: z.int(),
    images: z.array(picture),
    tracking: tracking.nullable(),
    /** Those of all parcels that have left; `tracking` is that of the first one. */
    tracking_numbers: z.array(tracking),
    pay_until: z.iso.datetime().nullable(),
    payment_id: z.string().nullable(),
    /** The other orders that are sent in the same parcel. */
    joined_orders: z.array(z.int()),
    /** Whether the payment provider could not refund it, and the store has paid the money back another way. */
    is_refunded_outside: z.boolean(),
  })
  .meta({ id: "OrderSummary" });
export type OrderSummary = z.infer<typeof orderSummary>;

/** The fields of the address that the customer sees in an order. Staff see all but the alias. */
export const orderAddressFields = addressRequest
  .omit({ alias: true, company: true, phone_home: true, other: true })
  .keyof().options;

const orderAddress = z.object({
  ...(Object.fromEntries(orderAddressFields.map((field) => [field, z.string()])) as Record<
    (typeof orderAddressFields)[number],
    z.ZodString
  >),
  country_name: z.string(),
});

export const order = orderSummary
  .extend({
    items: z.array(orderItem),
    certificates: z.object({
      items: z.array(
        purchasedGiftCard.extend({
          /** Path of the printable page; null until the order is paid and after the purchase is canceled. */
          path: z.string().nullable(),
          code: z.string().nullable(),
          sent_at: z.iso.datetime().nullable(),
          /** True if the gift card was voided because its purchase was canceled. */
          is_void: z.boolean(),
        }),
      ),
    }),
    promocode: z.string().nullable(),
    comment: z.string(),
    /** Null, like `shipping`, if the order contains only gift cards. */
    address: orderAddress.nullable(),
    shipping: z
      .object({
        id: z.int(),
        name: z.string(),
        point: z.string().nullable(),
        days_min: z.int().nullable(),
        days_max: z.int().nullable(),
        /** The days of arrival that the order was promised when it was paid; null if there is no promise. */
        promised: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
      })
      .nullable(),
    history: z.array(
      z.object({
        status: orderStatus,
        at: z.iso.datetime(),
        note: z.string(),
        /** Null unless the status is `cancelled`. */
        cause: z.enum(cancelCauses).nullable(),
      }),
    ),
    /** Whether the customer may cancel the order now. */
    cancellable: z.boolean(),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

export const orderList = z
  .object({
    items: z.array(orderSummary),
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
    counts: z.object({ all: z.int(), active: z.int(), completed: z.int() }),
  })
  .meta({ id: "OrderList" });
export type OrderList = z.infer<typeof orderList>;

export const refusals = {
  order_not_found: 404,
  order_not_cancellable: 409,
  order_carries_another: 409,
  order_not_payable: 409,
  order_not_confirmed: 409,
  order_move_not_allowed: 409,
  tracking_number_invalid: 422,
  tracking_number_used: 409,
} as const;
