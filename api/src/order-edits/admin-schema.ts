import { z } from "zod";
import { addressRequest } from "../account/addresses/schema.ts";
import { picture } from "../content/schema.ts";
import { amount, isoCode } from "../money/schema.ts";

/** How long a payment link is valid: 60 minutes to 7 days, by default a day. */
const MIN_LINK_MINUTES = 60;
const MAX_LINK_MINUTES = 7 * 24 * 60;
const DEFAULT_LINK_MINUTES = 24 * 60;
const MAX_QUANTITY = 999;

export const orderEditStatuses = ["awaiting_payment", "applied", "expired", "canceled"] as const;
const orderEditStatus = z.enum(orderEditStatuses);
export type OrderEditStatus = z.infer<typeof orderEditStatus>;

export const orderEditParams = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** A new quantity of a line; 0 removes it. The line keeps its price. */
const lineQuantity = z.strictObject({
  line: z.int().min(1).max(32_767),
  quantity: z.int().min(0).max(MAX_QUANTITY),
});

/** A variant that is added at today's price. `option_id` is 0 for a product without options. */
const addedLine = z.strictObject({
  product_id: z.int().min(1).max(2_147_483_647),
  option_id: z.int().min(0).max(2_147_483_647),
  quantity: z.int().min(1).max(MAX_QUANTITY),
});

export const editOrderRequest = z
  .strictObject({
    lines: z
      .array(z.union([lineQuantity, addedLine]))
      .max(200)
      .optional(),
    address: addressRequest.omit({ alias: true }).optional(),
    /** The shipping method, and the code of its pickup point if it needs one. */
    delivery: z
      .strictObject({ method_id: z.int().min(1).max(2_147_483_647), pickup_point: z.string().max(40).nullable() })
      .optional(),
    reason: z.string().trim().min(1, "required").max(500, "tooLong"),
    /** How long the payment link is valid if the customer has to pay. */
    link_minutes: z.int().min(MIN_LINK_MINUTES).max(MAX_LINK_MINUTES).default(DEFAULT_LINK_MINUTES),
    /** The difference that the preview showed; if it is another one now, nothing is changed. */
    expected_difference: z.number().optional(),
  })
  .meta({ id: "EditOrderRequest" });
export type EditOrderRequest = z.output<typeof editOrderRequest>;

export const cancelOrderEditRequest = z.strictObject({}).meta({ id: "CancelOrderEditRequest" });

const amounts = z.object({
  products: amount,
  discount: amount,
  loyalty: amount,
  gift_card: amount,
  delivery: amount,
  gift_cards_purchased: amount,
  total: amount,
});
export type OrderEditAmounts = z.infer<typeof amounts>;

/** A line of the order as an edit leaves it. */
const editedLine = z.object({
  /** The superseded line; null if it is added. */
  line: z.int().nullable(),
  product_id: z.int(),
  option_id: z.int(),
  reference: z.string(),
  name: z.string(),
  option_name: z.string(),
  quantity_before: z.int(),
  quantity: z.int(),
  price: amount,
  total: amount,
});

const duty = z.object({
  before: amount,
  after: amount,
  /** Whether the customer must confirm the duty before they pay. */
  needs_confirmation: z.boolean(),
});

/** What an edit changes: of a preview, or as it was stored. */
export const orderEditOutcome = z
  .object({
    edit_id: z.int(),
    order_id: z.int(),
    status: orderEditStatus,
    currency: isoCode,
    before: amounts,
    after: amounts,
    /** Paid by the customer if positive, refunded if negative. */
    difference: amount,
    expires_at: z.iso.datetime().nullable(),
    duty,
    weight_g: z.object({ before: z.int(), after: z.int() }),
    /** The changed lines only. */
    lines: z.array(editedLine),
  })
  .meta({ id: "OrderEditOutcome" });
export type OrderEditOutcome = z.infer<typeof orderEditOutcome>;

export const canceledOrderEdit = z
  .object({ edit_id: z.int(), order_id: z.int(), status: z.literal("canceled") })
  .meta({ id: "CanceledOrderEdit" });

const orderEdit = z
  .object({
    id: z.int(),
    status: orderEditStatus,
    reason: z.string(),
    /** Null: made by the customer or by a command. */
    created_by: z.object({ id: z.int(), name: z.string() }).nullable(),
    by_customer: z.boolean(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    ended_at: z.iso.datetime().nullable(),
    difference: amount,
    total: z.object({ before: amount, after: amount }),
    delivery: z.object({ before: amount, after: amount }),
    duty,
    has_new_address: z.boolean(),
    /** The new shipping method; null if it stays. */
    shipping_name: z.string().nullable(),
    lines: z.array(editedLine),
  })
  .meta({ id: "OrderEdit" });

/** The edits of an order, newest first. */
export const orderEditList = z.object({ currency: isoCode, items: z.array(orderEdit) }).meta({ id: "OrderEditList" });
export type OrderEditList = z.infer<typeof orderEditList>;

export const productSearchQuery = z.object({ q: z.string().trim().min(1).max(100) });

/** Variants that can be added to an order, with their price at the rate of the order. */
export const addableProducts = z
  .object({
    currency: isoCode,
    items: z.array(
      z.object({
        product_id: z.int(),
        option_id: z.int(),
        reference: z.string(),
        name: z.string(),
        option_name: z.string(),
        brand: z.string(),
        image: picture.nullable(),
        price: amount,
        available: z.int(),
      }),
    ),
  })
  .meta({ id: "AddableProducts" });
export type AddableProducts = z.infer<typeof addableProducts>;

/** How the parcel of an order can be sent: methods with their prices at the rate of the order. */
export const deliveryOptions = z
  .object({
    method_id: z.int().nullable(),
    pickup_point: z.string().nullable(),
    methods: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        price: amount,
        pickup_points: z.array(z.object({ code: z.string(), city: z.string(), address: z.string() })),
        needs_pickup_point: z.boolean(),
      }),
    ),
  })
  .meta({ id: "OrderDeliveryOptions" });
export type DeliveryOptions = z.infer<typeof deliveryOptions>;

export const refusals = {
  order_edit_not_found: 404,
  order_not_editable: 409,
  order_already_packed: 409,
  order_edit_open: 409,
  order_edit_joined: 409,
  order_edit_ended: 409,
  not_enough_stock: 409,
  method_not_available: 409,
  duty_confirmation_required: 409,
  state_changed: 409,
  order_edit_unchanged: 422,
  order_edit_without_goods: 422,
  order_edit_below_credits: 422,
  gift_quantity_fixed: 422,
  line_refunded: 409,
  delivery_refunded: 409,
} as const;
