import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { suggestions, suggestQuery } from "./schema.ts";
import { suggest } from "./suggest.ts";

/** Endpoint for suggestions while a search is being typed. */
export function suggestRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/search/suggest",
    auth: "anyone",
    summary: "Suggest products, categories, brands and queries for a search that is being typed",
    query: suggestQuery,
    response: suggestions,
    handler: async ({ db, query, locale, currency, now }) => ({
      data: await suggest(db, query.q, { locale, currency, now }),
    }),
  });
}
