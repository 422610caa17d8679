import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { page, refusals } from "./schema.ts";
import { getPage } from "./service.ts";

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
}
