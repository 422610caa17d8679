import { z } from "zod";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { customsRule } from "./schema.ts";
import { listRules } from "./service.ts";

export function customsRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/customs/rules",
    auth: "anyone",
    readsReplica: true,
    summary: "Customs rules in force and announced; amounts do not depend on the request's currency",
    response: z.object({ items: z.array(customsRule) }),
    handler: async ({ db, locale, now, honoContext }) => {
      honoContext.header("cache-control", "public, max-age=300");
      return { data: { items: await listRules(db, locale, now) }, cachePolicy: { tags: [], expiresAt: null } };
    },
  });
}
