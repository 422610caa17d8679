import { z } from "zod";
import type { Refusals } from "../platform/http/errors.ts";
import { joinReasonList } from "./schema.ts";

const orderNumber = z.int().min(100_000_000).max(999_999_999);

export const staffJoinRequest = z
  .strictObject({
    /** The other order of the customer. */
    order_id: orderNumber,
    reason: z.string().trim().min(1, "required").max(500, "tooLong"),
  })
  .meta({ id: "AdminJoinOrdersRequest" });

export const separateRequest = z
  .strictObject({ reason: z.string().trim().min(1, "required").max(500, "tooLong") })
  .meta({ id: "SeparateOrdersRequest" });

/** Orders that are sent alone again. */
export const separatedOrders = z
  .object({ order_id: z.int(), separated: z.array(z.int()) })
  .meta({ id: "SeparatedOrders" });
export type SeparatedOrders = z.infer<typeof separatedOrders>;

/** The other orders of the customer that wait to be sent. */
export const joinCandidates = z
  .array(
    z.object({
      order_id: z.int(),
      placed_at: z.iso.datetime(),
      /** Why the orders cannot be sent in one parcel; empty if they can. */
      reasons: joinReasonList,
    }),
  )
  .meta({ id: "JoinCandidates" });
export type JoinCandidates = z.infer<typeof joinCandidates>;

export const adminRefusals = {
  order_not_joined: 409,
} as const satisfies Refusals;
