import { z } from "zod";
import { picture } from "../content/schema.ts";
import { amount, isoCode } from "../money/schema.ts";
import { cancelCauses, customsProblemCode, customsStatus, orderSources, orderStatus } from "./schema.ts";

/** The shared views of the order list, in the order of their tabs. */
export const orderViews = [
  ...["to_pack", "missing_customs_data", "customs_blocked", "stuck", "messages", "unpaid", "returns", "all"],
] as const;
export const orderView = z.enum(orderViews);
export type OrderView = z.infer<typeof orderView>;

/** `due_asc` sorts by the day on which an order has to be sent; orders that are not paid come last. */
export const orderSorts = ["placed_desc", "placed_asc", "due_asc", "due_desc"] as const;
export const orderSort = z.enum(orderSorts);
export type OrderSort = z.infer<typeof orderSort>;

export const MAX_EXACT_COUNT = 10_000;

const staffMember = z.object({ id: z.int(), name: z.string() });
const country = z.string().regex(/^[A-Z]{2}$/);

/** A place in a sorted list. Clients do not depend on its format. */
const orderCursor = z.string().regex(/^(\d{1,16}|none)_\d{9}$/);

export const paymentStates = ["unpaid", "paid", "refund_pending", "refund_failed", "refunded"] as const;
export type PaymentState = (typeof paymentStates)[number];

export const orderListQuery = z.object({
  view: orderView.default("all"),
  /** One or more statuses, separated by commas. */
  status: z
    .string()
    .transform((list) => list.split(","))
    .pipe(z.array(orderStatus).min(1))
    .optional(),
  /** Code of a shipping method. */
  method: z.string().min(1).max(40).optional(),
  /** ISO 3166 code of the destination. */
  country: country.optional(),
  source: z.enum(orderSources).optional(),
  /** Only orders that wait to be sent and whose customs check has this status. */
  customs: customsStatus.optional(),
  /** What happened with the money; `refunded` in part or in full, `refund_failed` unless it was repeated. */
  payment: z.enum(paymentStates).optional(),
  /** `me`, `none`, or the id of a staff member. */
  assignee: z
    .string()
    .regex(/^(me|none|[1-9]\d{0,9})$/)
    .optional(),
  /** The first and the last day on which the order was placed, in the time zone of the store. */
  placed_from: z.iso.date().optional(),
  placed_to: z.iso.date().optional(),
  /** A whole order number, tracking number, email, phone number or last name. */
  q: z.string().trim().min(1).max(120).optional(),
  sort: orderSort.default("placed_desc"),
  /** The cursor `next` of a page, for the orders after it, or `previous`, for those before it. `after` comes first. */
  after: orderCursor.optional(),
  before: orderCursor.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type OrderListQuery = z.infer<typeof orderListQuery>;

/** A list without the part that a page shows. */
export const orderListFilterQuery = orderListQuery.omit({ after: true, before: true, limit: true });
export type OrderListFilterQuery = z.infer<typeof orderListFilterQuery>;

/** The customs check of an order that waits to be sent; null for all others. */
const customsState = customsStatus.nullable();

/** An order in a list. The customer's name is masked. */
export const orderRow = z
  .object({
    id: z.int(),
    status: orderStatus,
    source: z.enum(orderSources),
    placed_at: z.iso.datetime(),
    /** The day by which the order has to be sent; null unless it waits to be packed and sent. */
    due_on: z.iso.date().nullable(),
    customer: z.string(),
    country: country.nullable(),
    city: z.string().nullable(),
    /** Null if the order contains only gift cards. */
    shipping_method: z.object({ code: z.string(), name: z.string() }).nullable(),
    pieces: z.int(),
    weight_g: z.int(),
    total: amount,
    currency: isoCode,
    customs: customsState,
    /** Number of products with a problem of the customs check. */
    products_with_customs_problems: z.int(),
    notes: z.int(),
    /** The other orders that are sent in the same parcel. */
    joined_orders: z.array(z.int()),
    tracking_number: z.string().nullable(),
    assignee: staffMember.nullable(),
  })
  .meta({ id: "AdminOrderRow" });
export type OrderRow = z.infer<typeof orderRow>;

/** A number of orders; `is_exact` is false if there are more than `count`. */
const orderCount = z.object({ count: z.int(), is_exact: z.boolean() });

export const orderPage = z
  .object({
    items: z.array(orderRow),
    /** Cursors of the next and the previous page, for `after` and `before`; null if there is none. */
    next: z.string().nullable(),
    previous: z.string().nullable(),
    total: orderCount,
  })
  .meta({ id: "AdminOrderPage" });
export type OrderPage = z.infer<typeof orderPage>;

/** The orders before and after an order in a list, and its place there. */
export const orderNeighbors = z
  .object({
    previous: z.int().nullable(),
    next: z.int().nullable(),
    /** Counted from 1; null if the order is not in the list any more, or if more than 10,000 orders come before it. */
    position: z.int().nullable(),
    total: orderCount,
  })
  .meta({ id: "AdminOrderNeighbors" });
export type OrderNeighbors = z.infer<typeof orderNeighbors>;

export const orderViewCounts = z.array(orderCount.extend({ key: orderView })).meta({ id: "AdminOrderViewCounts" });
export type OrderViewCounts = z.infer<typeof orderViewCounts>;

const orderLine = z.object({
  line: z.int(),
  product_id: z.int(),
  option_id: z.int(),
  reference: z.string(),
  name: z.string(),
  option_name: z.string(),
  image: picture.nullable(),
  quantity: z.int(),
  price: amount,
  /** The promo code discount on all pieces of the line; not subtracted from `total`. */
  discount: amount,
  total: amount,
  /** Weight of one piece. */
  weight_g: z.int(),
  is_gift: z.boolean(),
  customs: z.object({ hs_code: z.string(), description: z.string(), problems: z.array(customsProblemCode) }),
});

const totals = z.object({
  products: amount,
  discount: amount,
  loyalty_points: amount,
  gift_card: amount,
  delivery: amount,
  gift_cards_purchased: amount,
  total: amount,
});

const ledgerEntryKinds = [
  ...["goods", "gift_cards_purchased", "delivery", "discount", "canceled", "refunded"],
  ...["payment", "loyalty_points", "gift_card", "refund", "loyalty_points_returned", "gift_card_returned"],
] as const;
export type LedgerEntryKind = (typeof ledgerEntryKinds)[number];

const ledgerEntry = z.object({ kind: z.enum(ledgerEntryKinds), amount });

/**
 * What the order cost against what was paid. A discount, a cancellation and a partial refund reduce the charges; money,
 * points and gift card amounts that were given back reduce what was paid. The balance is charged - paid: 0 for a paid order, positive while
 * the customer still has to pay, negative if the store owes the customer money, such as after a failed refund.
 */
export const orderLedger = z.object({
  charges: z.array(ledgerEntry),
  payments: z.array(ledgerEntry),
  charged: amount,
  paid: amount,
  balance: amount,
});
export type OrderLedger = z.infer<typeof orderLedger>;

const refundStatus = z.enum(["pending", "succeeded", "failed"]);

const payment = z.object({
  id: z.string(),
  provider: z.string(),
  method: z.string(),
  status: z.enum(["awaiting", "success", "error", "cancelled"]),
  amount,
  ...{ created_at: z.iso.datetime(), paid_at: z.iso.datetime().nullable() },
  attempts: z.array(
    z.object({
      id: z.string(),
      status: z.enum(["pending", "challenge", "succeeded", "failed"]),
      ...{ provider_ref: z.string().nullable(), decline_reason: z.string().nullable() },
      at: z.iso.datetime(),
    }),
  ),
  refunds: z.array(
    z.object({
      ...{ id: z.string(), status: refundStatus, amount },
      /** False if points and gift card get the amount back. */
      is_money: z.boolean(),
      reason: z.string(),
      comment: z.string(),
      /** Null: the customer or the store itself. */
      created_by: z.string().nullable(),
      /** Whether another refund repeats this one, which failed. */
      is_retried: z.boolean(),
      /** How and when staff paid it outside of the provider; null if they did not. */
      paid_outside_note: z.string().nullable(),
      ...{ created_at: z.iso.datetime(), ended_at: z.iso.datetime().nullable() },
    }),
  ),
});

export const orderNote = z
  .object({
    id: z.int(),
    /** The id is null if the note was written by a command or with an API token. */
    author: z.object({ id: z.int().nullable(), name: z.string() }),
    text: z.string(),
    /** A visible note is emailed to the customer 30 seconds after it was written, unless it is deleted before. */
    is_visible_to_customer: z.boolean(),
    mentions: z.array(staffMember),
    created_at: z.iso.datetime(),
    emailed_at: z.iso.datetime().nullable(),
    /** Whether it is a message of the customer; then the name of the author is empty. */
    is_from_customer: z.boolean(),
    /** Of a message of the customer: when it was answered, or closed without an answer; null while it waits. */
    answered_at: z.iso.datetime().nullable(),
    photos: z.array(z.object({ id: z.uuid() })),
  })
  .meta({ id: "AdminOrderNote" });
export type OrderNote = z.infer<typeof orderNote>;

/** Who caused an entry of the timeline; null: a payment, the store itself, or not recorded. A customer has no name. */
const timelineActor = z
  .object({ kind: z.enum(["staff", "token", "command", "job", "customer"]), name: z.string() })
  .nullable();

const emailFields = {
  ...{ template: z.string(), sent_at: z.iso.datetime().nullable(), last_error: z.string().nullable() },
};

/** What happened to an order, by kind. */
export const timelineEntry = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("status"),
    at: z.iso.datetime(),
    actor: timelineActor,
    status: orderStatus,
    cause: z.enum(cancelCauses).nullable(),
    note: z.string(),
  }),
  z.object({
    kind: z.literal("payment_attempt"),
    at: z.iso.datetime(),
    status: z.enum(["pending", "challenge", "succeeded", "failed"]),
    amount,
    provider: z.string(),
    decline_reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("refund"),
    at: z.iso.datetime(),
    status: refundStatus,
    amount,
    reason: z.string(),
    ended_at: z.iso.datetime().nullable(),
  }),
  z.object({ kind: z.literal("email"), at: z.iso.datetime(), ...emailFields }),
  z.object({ kind: z.literal("note"), at: z.iso.datetime(), note: orderNote }),
  /** Another order was joined to this one or this one to another, so that both are in one parcel, or separated again. */
  z.object({
    kind: z.literal("parcel"),
    at: z.iso.datetime(),
    actor: timelineActor,
    change: z.enum(["joined", "separated"]),
    order_id: z.int(),
  }),
  /** An action of the audit log that is not shown by another entry. */
  z.object({ kind: z.literal("action"), at: z.iso.datetime(), actor: timelineActor, action: z.string() }),
]);
export type TimelineEntry = z.infer<typeof timelineEntry>;

/** The changes that staff can make to an order. */
export const orderActions = [
  ...["start_packing", "ship", "mark_delivered", "mark_returned", "cancel", "refund"],
  ...["write_note", "assign", "reveal_contacts"],
] as const;
export type OrderAction = (typeof orderActions)[number];

/** Why an action is blocked. */
export const blockReasons = [
  "permission_missing",
  "order_transition_not_allowed",
  "customs_data_missing",
  "shipment_not_allowed",
  "shipment_not_packed",
  "several_shipments",
  "assigned_to_other",
  "nothing_to_refund",
] as const;
export type BlockReason = (typeof blockReasons)[number];

/**
 * An order with all that its page shows. The customer, their address and the recipients of gift cards are masked:
 * names as "A. S••••", phone numbers to their last two digits, emails to their first letter.
 */
export const orderDetail = z
  .object({
    id: z.int(),
    status: orderStatus,
    source: z.enum(orderSources),
    /** The member of staff who placed it; null for the customer and for commands. */
    created_by: staffMember.nullable(),
    placed_at: z.iso.datetime(),
    /** Null unless the order waits for its payment. */
    pay_until: z.iso.datetime().nullable(),
    paid_at: z.iso.datetime().nullable(),
    shipped_at: z.iso.datetime().nullable(),
    /** Whether staff have accepted a claim that the parcel is lost. */
    is_parcel_lost: z.boolean(),
    delivered_at: z.iso.datetime().nullable(),
    due_on: z.iso.date().nullable(),
    /** The language in which the customer ordered. */
    locale: z.string(),
    currency: isoCode,
    payment_method: z.string(),
    promo_code: z.string().nullable(),
    /** What the customer wrote to the store. */
    comment: z.string(),
    /** The orders that are sent in the same parcel, and the one in whose parcel they are; null if there are none. */
    parcel: z.object({ main_order_id: z.int(), joined_orders: z.array(z.int()) }).nullable(),
    customer: z.object({
      id: z.int(),
      name: z.string(),
      /** Empty if the account is deleted. */
      email: z.string(),
      is_deleted: z.boolean(),
      orders: z.int(),
      returned_orders: z.int(),
    }),
    /** Null if the order contains only gift cards. */
    address: z
      .object({ country, country_name: z.string(), city: z.string(), recipient: z.string(), phone: z.string() })
      .nullable(),
    shipping: z.object({
      method: z.string().nullable(),
      name: z.string(),
      pickup_point: z.object({ code: z.string(), name: z.string(), city: z.string(), address: z.string() }).nullable(),
      ...{ days_min: z.int().nullable(), days_max: z.int().nullable(), weight_g: z.int() },
      tracking: z.object({ number: z.string(), url: z.url() }).nullable(),
    }),
    lines: z.array(orderLine),
    gift_cards: z.array(
      z.object({ recipient: z.string(), price: amount, sent_at: z.iso.datetime().nullable(), is_void: z.boolean() }),
    ),
    totals,
    ledger: orderLedger,
    customs: z.object({
      state: customsState,
      /** Whether the parcel is declared above the duty-free limit, and the estimated import tax. */
      is_declared: z.boolean(),
      tax: amount,
      duty_confirmed_at: z.iso.datetime().nullable(),
      /** What keeps the order from being sent. */
      problems: z.array(z.object({ code: customsProblemCode, product_id: z.int(), reference: z.string() })),
    }),
    recipient_identity: z.object({ is_needed: z.boolean(), given_at: z.iso.datetime().nullable() }),
    payments: z.array(payment),
    emails: z.array(z.object({ ...emailFields, queued_at: z.iso.datetime() })),
    notes: z.array(orderNote),
    /** Newest first. */
    timeline: z.array(timelineEntry),
    assignment: z.object({ staff: staffMember, expires_at: z.iso.datetime() }).nullable(),
    /** The next step of the order's usual course; null if there is none. */
    next_step: z.enum(orderActions).nullable(),
    /** Every action with the reasons that block it; an action without reasons is allowed. */
    actions: z.array(z.object({ name: z.enum(orderActions), reasons: z.array(z.enum(blockReasons)) })),
  })
  .meta({ id: "AdminOrder" });
export type OrderDetail = z.infer<typeof orderDetail>;

export const orderSearchQuery = z.object({
  /**
   * A whole order number, tracking number, email, phone number or last name, the first three digits of an order number
   * or more, the first five characters of a tracking number or more, or the last four digits of a phone number.
   */
  q: z.string().trim().min(1).max(120),
});

/** An order that a text has found, with the actions that are allowed. */
export const foundOrders = z
  .array(orderRow.extend({ actions: z.array(z.enum(orderActions)) }))
  .meta({ id: "AdminFoundOrders" });
export type FoundOrder = z.infer<typeof foundOrders>[number];

export const orderParams = z.object({ id: z.coerce.number().int().min(100_000_000).max(999_999_999) });
