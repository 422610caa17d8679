import { z } from "zod";
import type { ParcelEventKind } from "./schema.ts";

/** The events that staff record. The others follow from what is done in the back office. */
export const recordedKinds = [
  ...(["accepted", "departed", "arrived", "customs", "customs_problem", "released"] as const),
  ...(["in_city", "out_for_delivery", "ready_for_pickup", "not_delivered"] as const),
] as const satisfies readonly ParcelEventKind[];
const recordedKind = z.enum(recordedKinds);
export type RecordedKind = z.infer<typeof recordedKind>;

export const recordEventRequest = z
  .strictObject({
    kind: recordedKind,
    /** When it happened; now if it is left out. */
    at: z.iso.datetime().optional(),
    place: z.string().trim().max(120, "tooLong").default(""),
    /** The last day of storage, of `ready_for_pickup` only. */
    storage_until: z.iso.date().optional(),
    /** What the recipient names, of `ready_for_pickup` only. */
    pickup_code: z.string().trim().min(1).max(20, "tooLong").optional(),
  })
  .refine(
    ({ kind, storage_until, pickup_code }) =>
      kind === "ready_for_pickup" || (storage_until === undefined && pickup_code === undefined),
    { path: ["kind"], message: "invalid" },
  )
  .meta({ id: "RecordParcelEventRequest" });

export const eventParams = z.object({
  id: z.coerce.number().int().min(1).max(2_147_483_647),
  kind: recordedKind,
  /** ISO 8601. */
  at: z.iso.datetime(),
});

export const removeEventRequest = z.strictObject({}).meta({ id: "RemoveParcelEventRequest" });

export const recordedEvent = z
  .object({ shipment_id: z.int(), order_id: z.int(), kind: recordedKind, at: z.iso.datetime() })
  .meta({ id: "RecordedParcelEvent" });
export type RecordedEvent = z.infer<typeof recordedEvent>;
