import { z } from "zod";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { redirectResponse, refusals } from "./schema.ts";
import { getRedirect } from "./service.ts";

export function contentRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/redirects",
    auth: "anyone",
    summary: "Get the new path of a storefront path that has no page any more",
    query: z.object({ path: z.string().max(2000) }),
    response: redirectResponse,
    refusals,
    handler: async ({ db, query }) => ({ data: await getRedirect(db, query.path) }),
  });
}
