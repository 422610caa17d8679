import { z } from "zod";

const carrierOrderStatuses = ["requested", "accepted", "created", "refused", "canceling", "canceled"] as const;
const carrierOrderStatus = z.enum(carrierOrderStatuses);
export type CarrierOrderStatus = z.infer<typeof carrierOrderStatus>;

/** What of a shipment a carrier can object to. `items`: the data of its products. */
const carrierErrorField = z.enum(["phone", "recipient", "address", "pickup_point", "weight", "items"]);
export type CarrierErrorField = z.infer<typeof carrierErrorField>;

/** A reason of the carrier, with its code and in its words; `field` if it names one that staff can correct. */
const carrierError = z.object({ code: z.string(), message: z.string(), field: carrierErrorField.optional() });
export type CarrierError = z.infer<typeof carrierError>;

/** The order of a shipment at its carrier. */
export const carrierOrder = z
  .object({
    /** The number that the store gave it. */
    reference: z.string(),
    /** `accepted`: the carrier checks it. `created`: it has a tracking number. */
    status: carrierOrderStatus,
    tracking_number: z.string().nullable(),
    /** Why the carrier refused the order or its deletion. */
    errors: z.array(carrierError),
  })
  .meta({ id: "AdminCarrierOrder" });
export type CarrierOrder = z.infer<typeof carrierOrder>;

export const registerRequest = z.strictObject({}).meta({ id: "RegisterCarrierOrderRequest" });
export const cancelRequest = z.strictObject({}).meta({ id: "CancelCarrierOrderRequest" });

/** The most orders that CDEK prints at once. */
const MAX_PRINTED_SHIPMENTS = 100;

export const carrierFileQuery = z.object({
  /** `label`: the barcode for the parcel, A6; `waybill`: the paper that goes with it. */
  kind: z.enum(["label", "waybill"]),
  /** Ids of shipments, separated by commas; they are printed in this sequence. */
  shipment_ids: z
    .string()
    .transform((list) => list.split(","))
    .pipe(
      z
        .array(
          z
            .string()
            .regex(/^[1-9]\d{0,9}$/)
            .transform(Number),
        )
        .min(1)
        .max(MAX_PRINTED_SHIPMENTS),
    ),
});
export type CarrierFileQuery = z.infer<typeof carrierFileQuery>;

export const carrierOrderChange = z
  .object({ shipment_id: z.int(), order_id: z.int(), carrier_order: carrierOrder })
  .meta({ id: "CarrierOrderChange" });
export type CarrierOrderChange = z.infer<typeof carrierOrderChange>;
