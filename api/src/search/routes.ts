import { createCatalogCachePolicy, listTagsOfListing } from "../catalog/cache-policy.ts";
import { getShopperContext } from "../catalog/pricing/shopper-context.ts";
import { productsQuery, refusals } from "../catalog/schema.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { searchResults } from "./schema.ts";
import type { SearchServices } from "./search-services.ts";
import { listOrSearch } from "./service.ts";

/** Endpoint that lists and searches products. */
export function searchRoutes(api: Api, services: SearchServices): void {
  endpoint(api, {
    method: "get",
    path: "/products",
    auth: "anyone",
    summary: "List or search products, with filters and facets",
    query: productsQuery,
    response: searchResults,
    refusals,
    handler: async (request) => {
      const { app, db, query, locale, ipAddress } = request;
      const { q } = query;
      const data = await listOrSearch(db, query, getShopperContext(request), services);
      if (q === undefined || q === "")
        return {
          data,
          cachePolicy: async () =>
            createCatalogCachePolicy(request, { tags: await listTagsOfListing(db, query), products: data.items }),
        };
      const foundNothing = data.total === 0;
      const countSearch = (client: { ipAddress: string }) => {
        // The following pages of a search are no searches.
        if (query.page === 1)
          services.logSearchQuery(app, { q, locale, now: app.clock.now(), foundNothing, ...client });
      };
      countSearch({ ipAddress });
      return {
        data,
        cachePolicy: async () => {
          const policy = await services.createSearchCachePolicy(request, data.items);
          return policy && { ...policy, onServe: countSearch };
        },
      };
    },
  });
}
