import { z } from "zod";
import { picture } from "../content/schema.ts";
import { amount, isoCode } from "../money/schema.ts";
import { orderStatus } from "../orders/schema.ts";

const MAX_ID = 2_147_483_647;
const MAX_QUANTITY = 999;

/** A new quantity of a line; 0 removes it. The line keeps its price. */
const customerLineQuantity = z.strictObject({
  line: z.int().min(1).max(32_767),
  quantity: z.int().min(0).max(MAX_QUANTITY),
});

/** A variant that is added at today's price. `option_id` is 0 for a product without options. */
const customerAddedLine = z.strictObject({
  product_id: z.int().min(1).max(MAX_ID),
  option_id: z.int().min(0).max(MAX_ID),
  quantity: z.int().min(1).max(MAX_QUANTITY),
});

const editedFields = {
  lines: z
    .array(z.union([customerLineQuantity, customerAddedLine]))
    .max(100)
    .optional(),
  /** One of the customer's addresses, in the same country. */
  address_id: z.int().min(1).max(MAX_ID).optional(),
  /** Code of another pickup point of the same shipping method. */
  pickup_point: z.string().min(1).max(40).optional(),
};

export const previewCustomerEditRequest = z.strictObject(editedFields).meta({ id: "PreviewCustomerOrderEditRequest" });

export const customerEditRequest = z
  .strictObject({
    ...editedFields,
    /** The difference that the preview showed; if it is another one now, nothing is changed. */
    expected_difference: z.number(),
  })
  .meta({ id: "CustomerOrderEditRequest" });
export type CustomerEditRequest = z.output<typeof previewCustomerEditRequest> & { expected_difference?: number };

/** What a customer can change of an order, and how it is now. */
export const customerOrderEditing = z
  .object({
    order: z.object({ id: z.int(), status: orderStatus, country: z.string().nullable() }),
    iso_code: isoCode,
    sign: z.string(),
    can_edit: z.boolean(),
    /** False if gifts or a promo code depend on the sum: then items can only be added. */
    can_remove: z.boolean(),
    lines: z.array(
      z.object({
        line: z.int(),
        product_id: z.int(),
        option_id: z.int(),
        name: z.string(),
        option_name: z.string(),
        image: picture.nullable(),
        quantity: z.int(),
        /** False for gifts and for lines that were refunded. */
        can_change: z.boolean(),
        /** The most pieces that the line can have. */
        quantity_max: z.int(),
        price: amount,
        /** The price of a piece that is added now; null if the item is no longer sold. */
        price_added: amount.nullable(),
        is_present: z.boolean(),
      }),
    ),
    /** Code of the pickup point; null if the parcel is delivered to an address. */
    pickup_point: z.string().nullable(),
    /** The change that awaits its payment. */
    pending: z
      .object({
        payment_id: z.string(),
        difference: amount,
        expires_at: z.iso.datetime(),
        /** False if staff made the change. */
        can_cancel: z.boolean(),
      })
      .nullable(),
    /** The last change that was applied. */
    last: z.object({ difference: amount, at: z.iso.datetime() }).nullable(),
  })
  .meta({ id: "CustomerOrderEditing" });
export type CustomerOrderEditing = z.infer<typeof customerOrderEditing>;

/** The pickup points of the shipping method of an order that take its parcel. */
export const customerPickupPoints = z
  .object({ items: z.array(z.object({ code: z.string(), city: z.string(), address: z.string() })) })
  .meta({ id: "CustomerOrderPickupPoints" });
export type CustomerPickupPoints = z.infer<typeof customerPickupPoints>;

/** The effects of a change, previewed or made. */
export const customerEditOutcome = z
  .object({
    order_id: z.int(),
    iso_code: isoCode,
    sign: z.string(),
    status: z.enum(["applied", "awaiting_payment"]),
    /** Paid by the customer if positive, refunded if negative. */
    difference: amount,
    total: z.object({ before: amount, after: amount }),
    duty: z.object({
      before: amount,
      after: amount,
      /** Whether the customer must confirm the duty when they pay. */
      needs_confirmation: z.boolean(),
    }),
    lines: z.array(
      z.object({
        name: z.string(),
        option_name: z.string(),
        quantity_before: z.int(),
        quantity: z.int(),
        price: amount,
      }),
    ),
    /** Null in a preview, and if there is nothing to pay. */
    payment_id: z.string().nullable(),
  })
  .meta({ id: "CustomerOrderEditOutcome" });
export type CustomerEditOutcome = z.infer<typeof customerEditOutcome>;

export const customerRefusals = {
  order_edit_limit: 409,
  order_edit_goods_fixed: 409,
  order_edit_below_free_delivery: 409,
  order_edit_too_many_pieces: 409,
  order_edit_not_shippable: 409,
  order_edit_other_country: 422,
  order_edit_not_yours: 409,
} as const;
