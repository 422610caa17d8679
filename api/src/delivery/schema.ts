import { z } from "zod";
import { amount, isoCode } from "../money/schema.ts";

export const country = z
  .object({
    code: z.string(),
    name: z.string(),
    phone_prefix: z.string(),
    postcode_pattern: z.string(),
    postcode_example: z.string(),
    region_kind: z.enum(["region", "state", "province"]),
    region_required: z.boolean(),
    deliverable: z.boolean(),
  })
  .meta({ id: "Country" });
export type Country = z.infer<typeof country>;

const pointType = z.enum(["PVZ", "POSTAMAT", "COURIER"]);

/** A pick-up point. `type` says what it is; `code` is the carrier's own. */
export const pickupPoint = z
  .object({
    code: z.string(),
    type: pointType,
    name: z.string(),
    city: z.string(),
    address: z.string(),
    work_time: z.string(),
    location: z.object({ lat: z.number(), lon: z.number() }),
    /** Why it does not take the parcel that was asked about. */
    refusal: z.string().nullable(),
  })
  .meta({ id: "PickupPoint" });
export type PickupPoint = z.infer<typeof pickupPoint>;

/** What was chosen at shipping 6; empty strings while nothing is. */
export const shippingParam = z
  .object({ type: z.string(), name: z.string(), code: z.string(), city: z.string(), address: z.string() })
  .meta({ id: "ShippingParam" });

/** The point's code. Without one, `COURIER` is the courier of the address's city, and any other `type` is a point's code. */
export const choosePointRequest = z
  .object({
    type: z.string().trim().max(40).default(""),
    code: z.string().trim().max(40).default(""),
    name: z.string().optional(),
    city: z.string().optional(),
    address: z.string().optional(),
  })
  .transform(({ type, code }) => {
    if (code !== "") return { code, type: null };
    const asType = pointType.safeParse(type);
    return asType.success ? { code: "", type: asType.data } : { code: type, type: null };
  });
/** A pick-up point by its code or, if that is empty, by its type. */
export type PointChoice = z.output<typeof choosePointRequest>;

export const shippingMethod = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    price: amount,
    days_min: z.int(),
    days_max: z.int(),
    note: z.string(),
    /** A pick-up point must be chosen (spec §4, shipping id 6). */
    needs_point: z.boolean(),
    /** The points near the address, not empty where one must be chosen; an estimate leaves them out. */
    options: z.array(pickupPoint),
  })
  .meta({ id: "ShippingMethod" });
export type ShippingMethod = z.infer<typeof shippingMethod>;

/** A method of the shop that is not on offer for this parcel, and why. */
export const missingMethod = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    reason: z.enum(["country", "too_heavy", "too_large", "no_points"]),
    /** The reason in words. */
    text: z.string(),
  })
  .meta({ id: "MissingMethod" });
export type MissingMethod = z.infer<typeof missingMethod>;

/** A method as the shop's pages tell of it; prices in the currency of the request. */
export const deliveryMethod = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    price: amount,
    free_from: amount,
    iso_code: isoCode,
    sign: z.string(),
    weight_max_g: z.int(),
    /** The largest parcel in words; empty: any. */
    size_limits: z.string(),
    /** What it carries nowhere, in words. */
    refuses: z.array(z.string()),
    countries: z.array(
      z.object({ code: z.string(), name: z.string(), days_min: z.int(), days_max: z.int(), price: amount }),
    ),
  })
  .meta({ id: "DeliveryMethod" });
export type DeliveryMethod = z.infer<typeof deliveryMethod>;

/** Countries that a product is sent to on the same terms. */
export const reach = z
  .object({
    countries: z.array(z.string()),
    price: amount,
    /** Delivery costs nothing from this sum of products on. */
    free_from: amount,
    days_min: z.int(),
    days_max: z.int(),
  })
  .meta({ id: "Reach" });
export type Reach = z.infer<typeof reach>;
