import { z } from "zod";
import { picture } from "../content/schema.ts";
import { amount, isoCode } from "../money/schema.ts";
import { orderStatus } from "../orders/schema.ts";

export const RETURN_PHOTOS_PATH = "/user/return-photos";
export const MAX_RETURN_PHOTOS = 8;

export const refusals = {
  return_not_found: 404,
  return_photo_not_found: 404,
  return_not_possible: 409,
  return_quantity_exceeded: 409,
  return_period_over: 409,
} as const;

/** The goods of a return and of an exchange come back; those of a claim were lost, damaged or wrong, and do not. */
export const returnKinds = ["return", "exchange", "claim"] as const;
export const returnKind = z.enum(returnKinds);
export type ReturnKind = z.infer<typeof returnKind>;

export const returnStatuses = ["requested", "approved", "received", "resolved", "rejected"] as const;
export const returnStatus = z.enum(returnStatuses);
export type ReturnStatus = z.infer<typeof returnStatus>;

/** The reasons of each kind; those of claims are about goods that do not come back. */
export const reasonsByKind = {
  return: ["changed_mind", "not_suitable", "damaged", "wrong_item", "not_delivered"],
  exchange: ["changed_mind", "not_suitable", "damaged", "wrong_item", "not_delivered"],
  claim: ["damaged", "wrong_item", "missing_item", "lost"],
} as const satisfies Record<ReturnKind, readonly string[]>;
export const returnReasons = [
  ...["changed_mind", "not_suitable", "damaged", "wrong_item", "not_delivered", "missing_item", "lost"],
] as const;
export const returnReason = z.enum(returnReasons);
export type ReturnReason = z.infer<typeof returnReason>;

/** How a return ended: the customer got money or other goods, or neither, for a reason that was sent to them. */
export const returnOutcomes = ["refund", "replacement", "none"] as const;
export const returnOutcome = z.enum(returnOutcomes);
export type ReturnOutcome = z.infer<typeof returnOutcome>;

/** What customers ask for. */
export const requestedOutcomes = ["refund", "replacement"] as const;
export const requestedOutcome = z.enum(requestedOutcomes);
export type RequestedOutcome = z.infer<typeof requestedOutcome>;

/** The reasons that customers choose from. */
export const customerReasons = [
  ...["damaged", "wrong_item", "missing_item", "not_suitable", "changed_mind", "lost"],
] as const satisfies readonly ReturnReason[];

export const newReturn = z
  .strictObject({
    reason: z.enum(customerReasons, { error: "required" }),
    outcome: z.enum(requestedOutcomes, { error: "required" }),
    comment: z.string().trim().max(1000, "tooLong").default(""),
    lines: z
      .array(z.strictObject({ line: z.int().min(1).max(32_767), quantity: z.int().min(1).max(10_000) }))
      .min(1, "required")
      .max(200)
      .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, "invalid"),
    /** Ids of photos that were uploaded before. */
    photos: z.array(z.uuid()).max(MAX_RETURN_PHOTOS, "too_many_photos").default([]),
  })
  .meta({ id: "NewReturn" });
export type NewReturn = z.infer<typeof newReturn>;

export const createdReturn = z.object({ id: z.int() }).meta({ id: "CreatedReturn" });
export type CreatedReturn = z.infer<typeof createdReturn>;

/** A photo uploaded for a return, which only the customer and staff can see. */
export const returnPhoto = z.object({ id: z.uuid() }).meta({ id: "ReturnPhoto" });
export type ReturnPhoto = z.infer<typeof returnPhoto>;

const summary = {
  id: z.int(),
  kind: returnKind,
  status: returnStatus,
  reason: returnReason,
  outcome: returnOutcome.nullable(),
  requested_at: z.iso.datetime(),
};

/** An order line, with the current image and the name at the time of the order. */
const line = z.object({
  line: z.int(),
  name: z.string(),
  option_name: z.string(),
  image: picture.nullable(),
  is_present: z.boolean(),
});

const money = { iso_code: isoCode, sign: z.string() };

/** The returns of an order of the customer, and what of it they can return. */
export const customerOrderReturns = z
  .object({
    ...money,
    order: z.object({ id: z.int(), status: orderStatus, delivered_at: z.iso.datetime().nullable() }),
    /** Whether goods can be returned or exchanged now, and whether a problem with them can be reported. */
    can_return: z.boolean(),
    can_claim: z.boolean(),
    /** The last days on which that is possible; null before the delivery. */
    return_until: z.iso.date().nullable(),
    claim_until: z.iso.date().nullable(),
    lines: z.array(
      line.extend({
        qty: z.int(),
        /** Pieces that are in no return. */
        available: z.int(),
        /** What the customer paid for all pieces of the line, after the promo code. */
        value: amount,
      }),
    ),
    /** Newest first. */
    returns: z.array(z.object({ ...summary, pieces: z.int() })),
  })
  .meta({ id: "OrderReturns" });
export type CustomerOrderReturns = z.infer<typeof customerOrderReturns>;

export const customerReturn = z
  .object({
    ...summary,
    ...money,
    order_id: z.int(),
    requested_outcome: requestedOutcome.nullable(),
    comment: z.string(),
    /** What the store wrote: how to send the goods, and why it decided so. */
    instructions: z.string(),
    decision_reason: z.string(),
    approved_at: z.iso.datetime().nullable(),
    received_at: z.iso.datetime().nullable(),
    closed_at: z.iso.datetime().nullable(),
    replacement_order_id: z.int().nullable(),
    /** What the customer paid for the pieces, after the promo code. */
    value: amount,
    lines: z.array(line.extend({ quantity: z.int(), received_quantity: z.int().nullable() })),
    photos: z.array(returnPhoto),
    /** Those that have not failed, oldest first. `is_money`: false if points and gift card get the amount back. */
    refunds: z.array(z.object({ amount, is_money: z.boolean(), is_paid: z.boolean(), created_at: z.iso.datetime() })),
  })
  .meta({ id: "Return" });
export type CustomerReturn = z.infer<typeof customerReturn>;
