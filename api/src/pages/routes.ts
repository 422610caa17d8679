import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { page, refusals } from "./schema.ts";
import { getPage } from "./service.ts";

export function pageRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/pages/{slug}",
    who: "anyone",
    summary: "A text page in the locale of the request, in its newest edition or the one asked for",
    params: z.object({ slug: z.string().max(100) }),
    query: z.object({ version: z.string().max(40).optional() }),
    answer: page,
    refusals,
    handler: async ({ house, locale, params, query, now }) => ({
      data: await getPage(house, { slug: params.slug, version: query.version }, { locale, now }),
    }),
  });
}
