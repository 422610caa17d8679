import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { moved, page, refusals } from "./schema.ts";
import { getPage, getRedirect } from "./service.ts";

export function contentRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/pages/{slug}",
    who: "anyone",
    summary: "A text page in the locale of the request",
    params: z.object({ slug: z.string().max(100) }),
    answer: page,
    refusals,
    handler: async ({ db, locale, params }) => ({ data: await getPage(db, params.slug, locale) }),
  });
  endpoint(api, {
    method: "get",
    path: "/redirects",
    who: "anyone",
    summary: "Where an address of the storefront is now, for addresses that nothing answers at",
    query: z.object({ path: z.string().max(2000) }),
    answer: moved,
    refusals,
    handler: async ({ db, query }) => ({ data: await getRedirect(db, query.path) }),
  });
}
