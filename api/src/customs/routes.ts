import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { customsRule } from "./schema.ts";
import { listRules } from "./service.ts";

export function customsRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/customs/rules",
    who: "anyone",
    summary:
      "The customs rules that the shop counts with, and those announced; no amount depends on the request's currency",
    answer: z.object({ items: z.array(customsRule) }),
    handler: async ({ db, locale, now, context }) => {
      context.header("cache-control", "public, max-age=300");
      return { data: { items: await listRules(db, locale, now) } };
    },
  });
}
