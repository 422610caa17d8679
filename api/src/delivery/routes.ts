import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { country, pickupPoint } from "./schema.ts";
import { listCountries, pointsNear } from "./service.ts";

const pointsQuery = z
  .object({ city: z.string().trim().min(2).max(80).optional(), postcode: z.string().trim().min(2).max(12).optional() })
  .refine((query) => query.city !== undefined || query.postcode !== undefined, { path: ["city"], error: "required" });

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
    path: "/cdek/points",
    who: "anyone",
    summary: "Pick-up points of a city or post code",
    query: pointsQuery,
    answer: z.object({ items: z.array(pickupPoint) }),
    handler: async ({ db, locale, query }) => ({
      data: { items: await pointsNear(db, query, locale) },
    }),
  });
}
