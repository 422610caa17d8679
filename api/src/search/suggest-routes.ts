import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { suggestions, suggestQuery } from "./schema.ts";
import type { SearchServices } from "./search-services.ts";
import { suggest } from "./suggest.ts";

/** Endpoint for suggestions while a search is typed. */
export function suggestRoutes(api: Api, services: SearchServices): void {
  endpoint(api, {
    method: "get",
    path: "/search/suggest",
    auth: "anyone",
    readsReplica: true,
    summary: "Suggest products, categories, brands, queries and pages for a search that is being typed",
    query: suggestQuery,
    response: suggestions,
    handler: async (request) => {
      const { db, query, locale, currency, now } = request;
      const data = await suggest(db, query.q, { locale, currency, now }, services);
      return { data, cachePolicy: async () => services.createSearchCachePolicy(request, data.products) };
    },
  });
}
