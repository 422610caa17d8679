import { z } from "zod";
import type { Refusals } from "../../platform/http/errors.ts";

/** What happens to a parcel, in the sequence in which it does. */
export const parcelEventKinds = [
  ...([
    "packed",
    "shipped",
    "accepted",
    "export_customs",
    "departed",
    "arrived",
    "customs",
    "customs_problem",
  ] as const),
  ...(["released", "in_city", "out_for_delivery", "ready_for_pickup", "not_delivered", "delivered"] as const),
  "returned",
] as const;
const parcelEventKind = z.enum(parcelEventKinds);
export type ParcelEventKind = z.infer<typeof parcelEventKind>;

const parcelEvent = z.object({
  kind: parcelEventKind,
  at: z.iso.datetime(),
  /** A city or an address as the carrier or the store names it; empty if it is not known. */
  place: z.string(),
});
export type ParcelEvent = z.infer<typeof parcelEvent>;

const parcel = z.object({
  /** 1 for the first parcel of the order. */
  number: z.int(),
  weight_g: z.int().nullable(),
  tracking: z.object({ number: z.string(), url: z.url() }).nullable(),
  /** Null unless it waits at the pickup point. */
  pickup: z
    .object({
      /** The last day of storage, such as `2026-12-11`; null if it is not known. */
      until: z.iso.date().nullable(),
      /** What the recipient names; null if the store does not know it. */
      code: z.string().nullable(),
      /** The day on which the customer is reminded; null if they will not be, or have been. */
      remind_on: z.iso.date().nullable(),
    })
    .nullable(),
  /** Newest first. */
  events: z.array(parcelEvent),
});
export type Parcel = z.infer<typeof parcel>;

/** The parcels of an order that are packed or have left. */
export const orderParcels = z
  .object({
    /** Where the parcels are handed out; null if a courier or the post delivers. */
    point: z.object({ address: z.string(), work_time: z.string() }).nullable(),
    /** By number. */
    parcels: z.array(parcel),
  })
  .meta({ id: "OrderParcels" });
export type OrderParcels = z.infer<typeof orderParcels>;

export const refusals = {
  parcel_not_sent: 409,
  parcel_event_not_found: 404,
} as const satisfies Refusals;
