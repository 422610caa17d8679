import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { moved, refusals } from "./schema.ts";
import { getRedirect } from "./service.ts";

export function contentRoutes(api: Api): void {
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
