import { type Api, endpoint } from "../platform/http.ts";
import { frontConfig } from "./schema.ts";
import { frontConfigFor } from "./service.ts";

export function frontRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/frontConfig",
    who: "anyone",
    summary: "Features, contacts, limits and delivery of the shop, for the locale of the request",
    answer: frontConfig,
    handler: async ({ house, locale, currency }) => ({ data: await frontConfigFor(house, locale, currency) }),
  });
}
