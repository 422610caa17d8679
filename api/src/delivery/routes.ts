import { z } from "zod";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { parseSides } from "./box.ts";
import { getCurrency } from "../money/service.ts";
import { listMethods } from "./shipping-methods.ts";
import { country, deliveryMethod, destinationTerms, pickupPoint, place } from "./schema.ts";
import { listPlaces } from "./pickup-points/places.ts";
import { listPickupPoints } from "./pickup-points/service.ts";
import { listDestinations } from "./shipping-quote.ts";
import { listCountries } from "./service.ts";

const searchText = (max: number) => z.string().trim().min(2, "tooShort").max(max, "tooLong").optional();
const pointsQuery = z
  .object({
    city: searchText(80),
    postcode: searchText(12),
    q: searchText(100),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, "unknownCountry")
      .optional(),
    /** Weight and box of the parcel, in grams and millimeters: points that do not accept it include the reason. */
    weight_g: z.coerce.number().int().min(0).max(1_000_000).default(0),
    box_mm: z
      .string()
      .regex(/^\d{1,5}x\d{1,5}x\d{1,5}$/, "invalid")
      .transform(parseSides)
      .optional(),
  })
  .refine(({ city, postcode, q }) => [city, postcode, q].some((filter) => filter !== undefined), {
    path: ["city"],
    error: "required",
  });

const placesQuery = z
  .object({
    country: z.string().regex(/^[A-Z]{2}$/, "unknownCountry"),
    postcode: searchText(12),
    city: searchText(80),
  })
  .refine(({ postcode, city }) => (postcode === undefined) !== (city === undefined), {
    path: ["city"],
    error: "required",
  });

export function deliveryRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/countries",
    auth: "anyone",
    summary: "Countries for an address; `deliverable` if a method delivers there",
    response: z.object({ items: z.array(country) }),
    handler: async ({ db, locale }) => ({ data: { items: await listCountries(db, locale) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/delivery/methods",
    auth: "anyone",
    readsReplica: true,
    summary: "The store's delivery methods: countries, delivery times, prices, weights, and refused goods",
    response: z.object({ items: z.array(deliveryMethod) }),
    handler: async ({ db, locale, currency }) => ({
      data: { items: await listMethods(db, await getCurrency(db, currency), locale) },
      cachePolicy: { tags: [], expiresAt: null },
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/delivery/destinations",
    auth: "anyone",
    summary: "The countries that the store delivers to, with dates and price of a small parcel",
    response: z.object({ items: z.array(destinationTerms) }),
    handler: async ({ db, locale, currency, now }) => ({
      data: { items: await listDestinations(db, { currency: await getCurrency(db, currency), locale, now }) },
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/delivery/places",
    auth: "anyone",
    summary: "The cities of a postcode, or the postcodes of a city, in which the store knows pickup points",
    query: placesQuery,
    response: z.object({ items: z.array(place) }),
    handler: async ({ db, locale, query }) => ({ data: { items: await listPlaces(db, query, locale) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/cdek/points",
    auth: "anyone",
    summary: "Pickup points of a city or postcode, or by words",
    query: pointsQuery,
    response: z.object({ items: z.array(pickupPoint) }),
    handler: async ({ db, locale, query }) => ({
      data: {
        items: await listPickupPoints(db, query, { weightG: query.weight_g, boxMm: query.box_mm ?? null }, locale),
      },
    }),
  });
}
