import { z } from "zod";
import { picture } from "../content/schema.ts";
import { amount, isoCode } from "../money/schema.ts";
import { orderShippingMethod, orderStatus } from "../orders/schema.ts";
import { reasonsByKind, requestedOutcome, returnKind, returnOutcome, returnReason, returnStatus } from "./schema.ts";

export {
  reasonsByKind,
  returnKinds,
  returnOutcomes,
  returnReasons,
  returnStatuses,
  type ReturnKind,
  type ReturnOutcome,
  type ReturnReason,
  type ReturnStatus,
} from "./schema.ts";

export const refusals = {
  return_not_found: 404,
  state_changed: 409,
  return_not_possible: 409,
  return_quantity_exceeded: 409,
  return_transition_not_allowed: 409,
  replacement_not_possible: 409,
  replacement_out_of_stock: 409,
  undo_email_sent: 409,
} as const;

export const goodsConditions = ["unopened", "opened", "damaged"] as const;
const goodsCondition = z.enum(goodsConditions);
export type GoodsCondition = z.infer<typeof goodsCondition>;

const MAX_AMOUNT = 100_000_000;

export const returnParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

const line = z.int().min(1).max(32_767);
const quantity = z.int().min(1).max(10_000);
const optionId = z.int().min(0).max(2_147_483_647);
const decisionReason = z.string().trim().max(500, "tooLong");

const hasUniqueLines = (lines: readonly { line: number }[]) =>
  new Set(lines.map((one) => one.line)).size === lines.length;

/** The columns of the exported list, by the names of those of the page. */
export const returnExportColumns = [
  ...(["number", "requested", "order", "customer", "goods", "reason", "value", "status"] as const),
] as const;
export type ReturnExportColumn = (typeof returnExportColumns)[number];

export const requestReturnRequest = z
  .strictObject({
    kind: returnKind,
    reason: returnReason,
    /** What the customer wrote. */
    comment: z.string().trim().max(1000, "tooLong").default(""),
    lines: z
      .array(
        z.strictObject({
          line,
          quantity,
          /** For an exchange: the option of the product that the customer wants instead. */
          replacement_option_id: optionId.optional(),
        }),
      )
      .min(1, "required")
      .max(200)
      .refine(hasUniqueLines, "invalid"),
  })
  .refine(({ kind, reason }) => reasonsByKind[kind].some((one) => one === reason), {
    path: ["reason"],
    message: "invalid",
  })
  .meta({ id: "RequestReturnRequest" });
export type RequestReturnRequest = z.infer<typeof requestReturnRequest>;

/** `from` is the status that the member of staff saw. */
export const approveReturnRequest = z
  .strictObject({
    from: returnStatus,
    /** Where and how to send the goods; emailed to the customer. */
    instructions: z.string().trim().max(1000, "tooLong").default(""),
  })
  .meta({ id: "ApproveReturnRequest" });

export const receiveReturnRequest = z
  .strictObject({
    from: returnStatus,
    /** Every line of the return. */
    lines: z
      .array(
        z
          .strictObject({
            line,
            received_quantity: z.int().min(0).max(10_000),
            condition: goodsCondition,
            /** Of the received pieces, those that go back to stock; the others are written off. */
            restocked_quantity: z.int().min(0).max(10_000),
          })
          .refine((one) => one.restocked_quantity <= one.received_quantity, {
            path: ["restocked_quantity"],
            message: "tooLarge",
          })
          .refine((one) => one.restocked_quantity === 0 || one.condition === "unopened", {
            path: ["restocked_quantity"],
            message: "invalid",
          }),
      )
      .min(1, "required")
      .max(200)
      .refine(hasUniqueLines, "invalid")
      .refine((lines) => lines.some((one) => one.received_quantity > 0), "required"),
  })
  .meta({ id: "ReceiveReturnRequest" });
export type ReceiveReturnRequest = z.infer<typeof receiveReturnRequest>;

export const resolveReturnRequest = z
  .strictObject({
    from: returnStatus,
    outcome: z.enum(["replacement", "none"]),
    /** Why the customer gets neither money nor goods; emailed to them. */
    reason: decisionReason.default(""),
    /** For a replacement: lines whose goods are replaced by another option of the product. */
    replacement_lines: z
      .array(z.strictObject({ line, option_id: optionId }))
      .max(200)
      .refine(hasUniqueLines, "invalid")
      .default([]),
  })
  .refine(({ outcome, reason }) => outcome !== "none" || reason !== "", { path: ["reason"], message: "required" })
  .meta({ id: "ResolveReturnRequest" });
export type ResolveReturnRequest = z.infer<typeof resolveReturnRequest>;

/** Amounts are in major units of the order's currency. */
export const refundReturnRequest = z
  .strictObject({
    from: returnStatus,
    /** The part of the delivery price that is refunded besides the goods. */
    delivery: amount.min(0).max(MAX_AMOUNT).default(0),
    /** The money to be refunded instead of what goods and delivery cost. */
    amount: amount.positive().max(MAX_AMOUNT).nullable().default(null),
  })
  .meta({ id: "RefundReturnRequest" });
export type RefundReturnRequest = z.infer<typeof refundReturnRequest>;

export const rejectReturnRequest = z
  .strictObject({ from: returnStatus, reason: decisionReason.min(1, "required") })
  .meta({ id: "RejectReturnRequest" });

/** Input of the action that undoes an approval or a rejection. */
export const undoDecisionRequest = z.strictObject({ from: returnStatus, to: returnStatus });

export const returnChange = z
  .object({
    return_id: z.int(),
    status: returnStatus,
    replacement_order_id: z.int().nullable(),
    /** The ids of the refunds that were requested from the payment provider. */
    refunds: z.array(z.string()),
    /** Pieces that went back to stock. */
    restocked: z.int(),
  })
  .meta({ id: "ReturnChange" });
export type ReturnChange = z.infer<typeof returnChange>;

/** The views of the list. `to_resolve`: received parcels and approved claims. */
export const returnViews = ["requested", "awaiting_parcel", "to_resolve", "resolved", "rejected", "all"] as const;
const returnView = z.enum(returnViews);
export type ReturnView = z.infer<typeof returnView>;

export const MAX_EXACT_COUNT = 10_000;

export const returnListQuery = z.object({
  view: returnView.default("all"),
  kind: returnKind.optional(),
  reason: returnReason.optional(),
  /** The number of an order; also of a replacement order. */
  order_id: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ""))
    .pipe(z.string().regex(/^[1-9]\d{8}$/))
    .transform(Number)
    .optional(),
  sort: z.enum(["requested_desc", "requested_asc"]).default("requested_desc"),
  /** The cursor `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,16}_\d{1,10}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type ReturnListQuery = z.infer<typeof returnListQuery>;

/** A number of returns; `is_exact` is false if there are more than `count`. */
const returnCount = z.object({ count: z.int(), is_exact: z.boolean() });

/** A return in a list. The customer's name is masked. */
export const returnRow = z
  .object({
    id: z.int(),
    order_id: z.int(),
    kind: returnKind,
    status: returnStatus,
    reason: returnReason,
    outcome: returnOutcome.nullable(),
    requested_at: z.iso.datetime(),
    /** When the status was set. */
    changed_at: z.iso.datetime(),
    customer: z.string(),
    /** The name of the first line, and how many other lines there are. */
    product: z.string(),
    other_lines: z.int(),
    pieces: z.int(),
    /** What the customer paid for the goods. */
    value: amount,
    currency: isoCode,
    replacement_order_id: z.int().nullable(),
  })
  .meta({ id: "AdminReturnRow" });
export type ReturnRow = z.infer<typeof returnRow>;

export const returnPage = z
  .object({
    items: z.array(returnRow),
    /** The cursor of the next page, for `after`; null if there is none. */
    next: z.string().nullable(),
    /** Of the view with its filters. */
    total: returnCount,
    /** Of every view, without filters. */
    views: z.array(returnCount.extend({ key: returnView })),
  })
  .meta({ id: "AdminReturnPage" });
export type ReturnPage = z.infer<typeof returnPage>;

const refundStatus = z.enum(["pending", "succeeded", "failed"]);

const returnLine = z.object({
  line: z.int(),
  product_id: z.int(),
  option_id: z.int(),
  reference: z.string(),
  name: z.string(),
  option_name: z.string(),
  image: picture.nullable(),
  is_gift: z.boolean(),
  /** Pieces of the order line, and of this return. */
  ordered_quantity: z.int(),
  quantity: z.int(),
  received_quantity: z.int().nullable(),
  condition: goodsCondition.nullable(),
  restocked_quantity: z.int().nullable(),
  /** What the customer paid for the pieces of this return, after the promo code. */
  value: amount,
  /** The option that the customer wants instead; null: the same one. */
  replacement_option_id: z.int().nullable(),
  /** The options of the product, for a replacement; empty if it has none. */
  options: z.array(z.object({ id: z.int(), name: z.string(), stock: z.int() })),
  /** The stock of the returned variant. */
  stock: z.int(),
});

/** The steps of a return. */
export const returnActions = ["approve", "receive", "resolve", "reject"] as const;
const returnAction = z.enum(returnActions);
export type ReturnAction = z.infer<typeof returnAction>;

/** Why a step is blocked. */
export const returnBlockReasons = ["permission_missing", "return_transition_not_allowed"] as const;

/** A return with all that its page shows; personal data is masked. */
export const returnDetail = z
  .object({
    id: z.int(),
    kind: returnKind,
    status: returnStatus,
    reason: returnReason,
    comment: z.string(),
    instructions: z.string(),
    decision_reason: z.string(),
    outcome: returnOutcome.nullable(),
    /** What the customer asked for; null if staff recorded the return. */
    requested_outcome: requestedOutcome.nullable(),
    /** The ids of the customer's photos. */
    photos: z.array(z.uuid()),
    requested_at: z.iso.datetime(),
    approved_at: z.iso.datetime().nullable(),
    received_at: z.iso.datetime().nullable(),
    closed_at: z.iso.datetime().nullable(),
    currency: isoCode,
    value: amount,
    order: z.object({
      id: z.int(),
      status: orderStatus,
      locale: z.string(),
      delivered_at: z.iso.datetime().nullable(),
      shipping_method: orderShippingMethod.nullable(),
      country: z.string().nullable(),
      city: z.string().nullable(),
      /** The order whose goods this order replaces; it cost nothing, so nothing of it can be refunded. */
      replaces_order_id: z.int().nullable(),
    }),
    customer: z.object({ name: z.string(), email: z.string(), is_deleted: z.boolean(), returns: z.int() }),
    /** The last day on which the customer could request it; null before the delivery. */
    return_until: z.iso.date().nullable(),
    lines: z.array(returnLine),
    replacement_order: z.object({ id: z.int(), status: orderStatus }).nullable(),
    refunds: z.array(
      z.object({
        ...{ id: z.string(), status: refundStatus, amount, created_at: z.iso.datetime() },
        /** False if points and gift card get the amount back. */
        is_money: z.boolean(),
      }),
    ),
    emails: z.array(
      z.object({
        template: z.string(),
        queued_at: z.iso.datetime(),
        sent_at: z.iso.datetime().nullable(),
        last_error: z.string().nullable(),
      }),
    ),
    /** The actions of the audit log, newest first. */
    history: z.array(
      z.object({
        at: z.iso.datetime(),
        action: z.string(),
        actor: z.object({ kind: z.enum(["staff", "token", "command", "job"]), name: z.string() }),
        reason: z.string(),
      }),
    ),
    /** The next step; null if the return is closed. */
    next_step: returnAction.nullable(),
    /** Every step with the reasons that block it. */
    actions: z.array(z.object({ name: returnAction, reasons: z.array(z.enum(returnBlockReasons)) })),
    /** The possible outcomes of the next step. */
    outcomes: z.array(returnOutcome),
  })
  .meta({ id: "AdminReturn" });
export type ReturnDetail = z.infer<typeof returnDetail>;

/** The returns of an order, and what of it can still be returned. */
export const orderReturns = z
  .object({
    /** Newest first. */
    returns: z.array(
      z.object({
        id: z.int(),
        kind: returnKind,
        status: returnStatus,
        reason: returnReason,
        outcome: returnOutcome.nullable(),
        requested_at: z.iso.datetime(),
        pieces: z.int(),
        replacement_order_id: z.int().nullable(),
      }),
    ),
    /** False before the order is shipped, for an order of gift cards, and once all its goods are in returns. */
    can_request: z.boolean(),
    /** The order whose goods this order replaces. */
    replaces_order_id: z.int().nullable(),
    return_until: z.iso.date().nullable(),
    /** The pieces of each line that are in no return. */
    lines: z.array(
      z.object({
        line: z.int(),
        available: z.int(),
        options: z.array(z.object({ id: z.int(), name: z.string(), stock: z.int() })),
      }),
    ),
  })
  .meta({ id: "AdminOrderReturns" });
export type OrderReturns = z.infer<typeof orderReturns>;
