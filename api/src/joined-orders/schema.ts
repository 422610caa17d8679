import { z } from "zod";
import { amount, isoCode } from "../money/schema.ts";
import type { Refusals } from "../platform/http/errors.ts";

/** Why two orders cannot be sent in one parcel (docs/domain/joined-orders.md). */
export const joinReasons = [
  "not_waiting",
  "other_customer",
  "already_joined",
  "change_open",
  "other_currency",
  "other_recipient",
  "other_delivery",
  "parcel_too_large",
  "too_many_pieces",
] as const;
const joinReason = z.enum(joinReasons);
export type JoinReason = z.infer<typeof joinReason>;

const orderNumber = z.int().min(100_000_000).max(999_999_999);

export const previewJoinRequest = z
  .strictObject({
    /** The other order of the customer. */
    order_id: orderNumber,
  })
  .meta({ id: "PreviewJoinOrdersRequest" });

export const joinRequest = z
  .strictObject({
    order_id: orderNumber,
    /** What the preview showed; if it is something else now, nothing is changed. */
    expected_refund: z.number(),
    expected_duty: z.number(),
  })
  .meta({ id: "JoinOrdersRequest" });
export type JoinRequest = z.infer<typeof joinRequest>;

const promisedDays = z.object({ from: z.iso.date(), to: z.iso.date() }).nullable();

/** The effects of sending orders in one parcel, previewed or made. */
export const joinOutcome = z
  .object({
    /** The order whose parcel it is; it pays the delivery. */
    main_order_id: z.int(),
    /** The order that is joined to it. */
    joined_order_id: z.int(),
    iso_code: isoCode,
    sign: z.string(),
    delivery: z.object({
      /** What the orders have paid for delivery and was not returned. */
      paid: amount,
      /** What the delivery of one parcel costs today. */
      together: amount,
    }),
    /** The money that is returned, the way the joined order was paid; 0 if nothing is. */
    refund: amount,
    /** The estimated import duty of the separate parcels, and of the one parcel. */
    duty: z.object({ separate: amount, together: amount }),
    /** When the parcel arrives; null if no order has a promise. */
    promised: promisedDays,
  })
  .meta({ id: "JoinOrdersOutcome" });
export type JoinOutcome = z.infer<typeof joinOutcome>;

/** How a customer's order is sent together with their other orders, and with which ones it could be. */
export const orderJoining = z
  .object({
    /** Null if it is sent alone. */
    parcel: z
      .object({
        main_order_id: z.int(),
        orders: z.array(z.object({ id: z.int(), placed_at: z.iso.datetime() })),
        iso_code: isoCode,
        sign: z.string(),
        /** The money that was returned for the delivery of the joined orders. */
        refund: amount,
        /** The estimated import duty of the parcel. */
        duty: amount,
      })
      .nullable(),
    /** Orders with which it can be sent in one parcel. */
    offers: z.array(
      z.object({
        order_id: z.int(),
        placed_at: z.iso.datetime(),
        iso_code: isoCode,
        sign: z.string(),
        refund: amount,
      }),
    ),
  })
  .meta({ id: "OrderJoining" });
export type OrderJoining = z.infer<typeof orderJoining>;

export const refusals = {
  orders_not_joinable: 409,
  join_outdated: 409,
  join_raises_duty: 409,
} as const satisfies Refusals;

export const joinReasonList = z.array(joinReason);
