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

/** A pickup point. `type` is its kind; `code` is the carrier's code. */
export const pickupPoint = z
  .object({
    code: z.string(),
    type: pointType,
    name: z.string(),
    city: z.string(),
    address: z.string(),
    work_time: z.string(),
    location: z.object({ lat: z.number(), lon: z.number() }),
    /** Why it does not accept the parcel given in the request. */
    refusal: z.string().nullable(),
  })
  .meta({ id: "PickupPoint" });
export type PickupPoint = z.infer<typeof pickupPoint>;

/** The selected pickup point; empty strings if none is selected. */
export const shippingParam = z
  .object({ type: z.string(), name: z.string(), code: z.string(), city: z.string(), address: z.string() })
  .meta({ id: "ShippingParam" });
export type ShippingParam = z.infer<typeof shippingParam>;

/**
 * The point's code. Without one, `COURIER` means the courier of the address's city, and any other `type` is taken as a
 * point's code.
 */
export const selectPickupPointRequest = z
  .object({
    type: z.string().trim().max(40).default(""),
    code: z.string().trim().max(40).default(""),
    name: z.string().optional(),
    city: z.string().optional(),
    address: z.string().optional(),
  })
  .transform(({ type, code }) => {
    if (code !== "") return { code, type: null };
    const parsedType = pointType.safeParse(type);
    return parsedType.success ? { code: "", type: parsedType.data } : { code: type, type: null };
  });
/** A pickup point by its code or, if that is empty, by its type. */
export type PickupPointSelection = z.output<typeof selectPickupPointRequest>;

export const shippingMethod = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    price: amount,
    days_min: z.int(),
    days_max: z.int(),
    /** The first and the last day on which a parcel that is sent now is expected. */
    arrives: z.object({ from: z.iso.date(), to: z.iso.date() }),
    note: z.string(),
    /** Whether a pickup point must be selected. */
    needs_point: z.boolean(),
    /** Whether customs asks for the passport and the taxpayer number of the recipient. */
    needs_identity: z.boolean(),
    /** The pickup points near the address; only for methods that need one, and omitted in estimates. */
    options: z.array(pickupPoint),
  })
  .meta({ id: "ShippingMethod" });
export type ShippingMethod = z.infer<typeof shippingMethod>;

/** A method of the store that is not offered for this parcel, and why. */
export const unavailableShippingMethod = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    reason: z.enum(["country", "too_heavy", "too_large", "no_points"]),
    /** The reason as text. */
    text: z.string(),
  })
  .meta({ id: "MissingMethod" });
export type UnavailableShippingMethod = z.infer<typeof unavailableShippingMethod>;

/** A method as the store's pages show it; prices in the currency of the request. */
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
    /** The size limits as text; empty: no limit. */
    size_limits: z.string(),
    /** What it carries to no country, as text. */
    refuses: z.array(z.string()),
    countries: z.array(
      z.object({ code: z.string(), name: z.string(), days_min: z.int(), days_max: z.int(), price: amount }),
    ),
  })
  .meta({ id: "DeliveryMethod" });
export type DeliveryMethod = z.infer<typeof deliveryMethod>;

/** Countries to which a product is shipped on the same terms. */
export const shippingDestination = z
  .object({
    countries: z.array(z.string()),
    price: amount,
    /** Delivery is free from this sum of products on. */
    free_from: amount,
    days_min: z.int(),
    days_max: z.int(),
  })
  .meta({ id: "Reach" });
export type ShippingDestination = z.infer<typeof shippingDestination>;

/** A city and a postcode of it. */
export const place = z
  .object({
    /** In the language of the request. */
    city: z.string(),
    /** As it is printed on a parcel label. */
    city_latin: z.string(),
    postcode: z.string(),
  })
  .meta({ id: "Place" });
export type Place = z.infer<typeof place>;

/** The country that dates, prices and duties are shown for. */
export const destination = z
  .object({
    country: z.string(),
    name: z.string(),
    /** Where a parcel goes, such as "to Russia". */
    direction: z.string(),
  })
  .meta({ id: "Destination" });
export type Destination = z.infer<typeof destination>;

/** A country with the dates and the price of a small parcel. */
export const destinationTerms = destination
  .extend({
    price: amount,
    iso_code: isoCode,
    sign: z.string(),
    arrives: z.object({ from: z.iso.date(), to: z.iso.date() }),
  })
  .meta({ id: "DestinationTerms" });
export type DestinationTerms = z.infer<typeof destinationTerms>;

/** The delivery of one piece to the country of the `delivery-country` header, or why it cannot be sent there. */
export const shippingQuote = z
  .object({
    refusal: z.object({ code: z.string(), text: z.string() }).nullable(),
    /** Null if it cannot be sent; 0: free. */
    price: amount.nullable(),
    arrives: z.object({ from: z.iso.date(), to: z.iso.date() }).nullable(),
    /** The expected duty; null if the store cannot name it. */
    duty: amount.nullable(),
  })
  .meta({ id: "ShippingQuote" });
export type ShippingQuote = z.infer<typeof shippingQuote>;
