import { z } from "zod";
import { amount } from "../money/schema.ts";

export const country = z
  .object({
    code: z.string(),
    name: z.string(),
    phone_prefix: z.string(),
    postcode_pattern: z.string(),
    deliverable: z.boolean(),
  })
  .meta({ id: "Country" });
export type Country = z.infer<typeof country>;

/** A pick-up point. `type` says what it is; `code` is the carrier's own. */
export const pickupPoint = z
  .object({
    code: z.string(),
    type: z.enum(["PVZ", "POSTAMAT", "COURIER"]),
    name: z.string(),
    city: z.string(),
    address: z.string(),
    work_time: z.string(),
    location: z.object({ lat: z.number(), lon: z.number() }),
  })
  .meta({ id: "PickupPoint" });
export type PickupPoint = z.infer<typeof pickupPoint>;

/** What was chosen at shipping 6; empty strings while nothing is. */
export const shippingParam = z
  .object({ type: z.string(), name: z.string(), code: z.string(), city: z.string(), address: z.string() })
  .meta({ id: "ShippingParam" });

export const choosePointRequest = z.object({
  type: z.string(),
  code: z.string().min(1, "required"),
  name: z.string().optional(),
  city: z.string().optional(),
  address: z.string().optional(),
});

export const shippingMethod = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    price: amount,
    days_min: z.int(),
    days_max: z.int(),
    note: z.string(),
    /** Not empty: a pick-up point must be chosen (spec §4, shipping id 6). */
    options: z.array(pickupPoint),
  })
  .meta({ id: "ShippingMethod" });
export type ShippingMethod = z.infer<typeof shippingMethod>;
