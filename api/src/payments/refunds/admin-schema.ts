import { z } from "zod";
import { amount, isoCode } from "../../money/schema.ts";

/** Why staff refund an order. */
export const staffRefundReasons = [
  ...(["changed_mind", "damaged", "wrong_item", "missing_item", "out_of_stock", "late_delivery", "goodwill"] as const),
  "other",
] as const;

/**
 * Why an order is refunded: by staff, by another process of the back office, or without a decision of staff, because of
 * the status of the order or because money came too late or twice.
 */
export const refundReasons = [
  ...staffRefundReasons,
  ...(["goods_returned", "claim", "order_edited", "orders_joined"] as const),
  ...(["order_cancelled", "order_returned", "order_released", "paid_twice"] as const),
] as const;
export type RefundReason = (typeof refundReasons)[number];

const MAX_AMOUNT = 100_000_000;

/** Amounts are in major units of the order's currency. */
export const createRefundRequest = z
  .strictObject({
    lines: z
      .array(z.strictObject({ line: z.int().min(1).max(32_767), quantity: z.int().min(1).max(10_000) }))
      .max(500)
      .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, "duplicate")
      .default([]),
    /** The part of the delivery price that is refunded. */
    delivery: amount.min(0).max(MAX_AMOUNT).default(0),
    /** The money to be refunded: instead of what lines and delivery cost, or without them. */
    amount: amount.positive().max(MAX_AMOUNT).nullable().default(null),
    reason: z.enum(staffRefundReasons),
    /** For colleagues. */
    comment: z.string().trim().max(500, "tooLong").default(""),
    /** Whether goods return to stock: those of the lines, or without lines all of them. */
    restock: z.boolean().default(false),
  })
  .refine(({ lines, delivery, amount: money }) => lines.length > 0 || delivery > 0 || money !== null, {
    path: ["amount"],
    error: "required",
  })
  .meta({ id: "CreateRefundRequest" });
export type CreateRefundRequest = z.infer<typeof createRefundRequest>;

/**
 * What a refund pays back, and to where. The shares of gift card and points return when the provider has confirmed, or at
 * once if no money is refunded.
 */
export const requestedRefund = z
  .object({
    /** One for each payment that the money comes from; one without money. */
    refund_ids: z.array(z.string()),
    currency: isoCode,
    /** What the refunded pieces cost, after the promo code discount. */
    lines: z.array(z.object({ line: z.int(), name: z.string(), quantity: z.int(), amount })),
    delivery: amount,
    /** Refunded to the customer's card or account; 0 if points and gift card paid for it. */
    money: amount,
    /** Null if the order was not paid with one. `ending`: the last characters of its code. */
    gift_card: z.object({ ending: z.string(), amount }).nullable(),
    /** Null if the order was not paid with points. */
    points: z.object({ points: z.int(), amount }).nullable(),
    /** Sum of money, gift card and points. */
    total: amount,
    /** The money that can still be refunded afterwards. */
    remaining: amount,
    is_order_canceled: z.boolean(),
    /** The items of the receipt (54-FZ); null if the provider issues none, and without money. */
    receipt: z.array(z.object({ description: z.string(), quantity: z.int(), amount })).nullable(),
    /** Whether a recent code of the authenticator is required to execute it. */
    requires_step_up: z.boolean(),
  })
  .meta({ id: "RequestedRefund" });
export type RequestedRefund = z.infer<typeof requestedRefund>;

export const refundParams = z.object({ id: z.string().min(1).max(100) });
export const retryRefundRequest = z.strictObject({}).meta({ id: "RetryRefundRequest" });
export const recordRefundRequest = z
  .strictObject({
    /** How and when the money was paid, for colleagues. */
    note: z.string().trim().min(1, "required").max(500, "tooLong"),
  })
  .meta({ id: "RecordRefundRequest" });
export const retriedRefund = z
  .object({ order_id: z.int(), refund_id: z.string(), amount, currency: isoCode })
  .meta({ id: "RetriedRefund" });
export type RetriedRefund = z.infer<typeof retriedRefund>;

/** What of an order can be refunded. */
export const refundOptions = z
  .object({
    currency: isoCode,
    payment_method: z.string(),
    /** False if points and gift card paid for all goods and the delivery: then there is no amount to refund. */
    is_money: z.boolean(),
    /** The money that is not refunded yet. */
    refundable: amount,
    refunded: amount,
    lines: z.array(
      z.object({
        line: z.int(),
        quantity: z.int(),
        /** The pieces that are not refunded yet. */
        quantity_left: z.int(),
        /** What these pieces cost, after the promo code discount. */
        amount_left: amount,
      }),
    ),
    delivery: amount,
    delivery_left: amount,
    /** Whether goods can return to stock with the refund. */
    can_restock: z.boolean(),
    /** The limit in rubles above which a recent code of the authenticator is required. */
    step_up_limit: amount,
  })
  .meta({ id: "RefundOptions" });
export type RefundOptions = z.infer<typeof refundOptions>;
