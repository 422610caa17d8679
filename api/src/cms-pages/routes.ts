import { z } from "zod";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { page, refusals } from "./schema.ts";
import { getPage } from "./service.ts";

export function cmsPageRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/pages/{slug}",
    auth: "anyone",
    summary: "Get a page in the locale of the request, in its current or a given version",
    params: z.object({ slug: z.string().max(100) }),
    query: z.object({ version: z.string().max(40).optional() }),
    response: page,
    refusals,
    handler: async ({ app, locale, currency, params, query, now }) => ({
      data: await getPage(app, { slug: params.slug, version: query.version }, { locale, currency, now }),
      cachePolicy: { tags: [], expiresAt: null },
    }),
  });
}
