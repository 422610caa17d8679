import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { sidesIn } from "./box.ts";
import { currencyByCode } from "../money/service.ts";
import { listMethods } from "./methods.ts";
import { country, deliveryMethod, pickupPoint } from "./schema.ts";
import { pointsFound } from "./points.ts";
import { listCountries } from "./service.ts";

const words = (max: number) => z.string().trim().min(2, "tooShort").max(max, "tooLong").optional();
const pointsQuery = z
  .object({
    city: words(80),
    postcode: words(12),
    q: words(100),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, "unknownCountry")
      .optional(),
    /** The parcel, in grams and millimetres: points that do not take it say why. */
    weight_g: z.coerce.number().int().min(0).max(1_000_000).default(0),
    box_mm: z
      .string()
      .regex(/^\d{1,5}x\d{1,5}x\d{1,5}$/, "invalid")
      .transform(sidesIn)
      .optional(),
  })
  .refine(({ city, postcode, q }) => [city, postcode, q].some((one) => one !== undefined), {
    path: ["city"],
    error: "required",
  });

export function deliveryRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/countries",
    who: "anyone",
    summary: "Countries for an address; `deliverable` where a method goes there",
    answer: z.object({ items: z.array(country) }),
    handler: async ({ db, locale }) => ({ data: { items: await listCountries(db, locale) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/delivery/methods",
    who: "anyone",
    summary: "The shop's ways of delivery: countries, days, prices, weights, and what they do not carry",
    answer: z.object({ items: z.array(deliveryMethod) }),
    handler: async ({ db, locale, currency }) => ({
      data: { items: await listMethods(db, await currencyByCode(db, currency), locale) },
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/cdek/points",
    who: "anyone",
    summary: "Pick-up points of a city or post code, or by words",
    query: pointsQuery,
    answer: z.object({ items: z.array(pickupPoint) }),
    handler: async ({ db, locale, query }) => ({
      data: {
        items: await pointsFound(db, query, { weightG: query.weight_g, boxMm: query.box_mm ?? null }, locale),
      },
    }),
  });
}
