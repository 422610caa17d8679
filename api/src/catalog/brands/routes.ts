import { z } from "zod";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { COUNTS_TAG, getBrandTag } from "../cache-policy.ts";
import { brandList, brandPage, refusals, series } from "../schema.ts";
import { getBrand, getSeries, listBrands } from "./service.ts";

const bySlug = z.object({ slug: z.string().max(200) });

/** Endpoints for brands and their series. */
export function brandRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/manufacturers",
    auth: "anyone",
    readsReplica: true,
    summary: "List all brands",
    response: brandList,
    handler: async ({ db, locale }) => ({
      data: { items: await listBrands(db, locale) },
      cachePolicy: { tags: [COUNTS_TAG], expiresAt: null },
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/manufacturers/{slug}",
    auth: "anyone",
    readsReplica: true,
    summary: "Get a brand with its series",
    params: bySlug,
    response: brandPage,
    refusals,
    handler: async ({ db, locale, params }) => {
      const data = await getBrand(db, params.slug, locale);
      return { data, cachePolicy: { tags: [COUNTS_TAG, getBrandTag(data.id)], expiresAt: null } };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/brand-series/{id}",
    auth: "anyone",
    readsReplica: true,
    summary: "Get a series of a brand",
    params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
    response: series,
    refusals,
    handler: async ({ db, params }) => {
      const data = await getSeries(db, params.id);
      return { data, cachePolicy: { tags: [COUNTS_TAG, getBrandTag(data.manufacturer.id)], expiresAt: null } };
    },
  });
}
