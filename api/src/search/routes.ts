import { createCatalogCachePolicy, listTagsOfListing } from "../catalog/cache-policy.ts";
import { getShopperContext } from "../catalog/pricing/shopper-context.ts";
import { productsQuery, refusals } from "../catalog/schema.ts";
import { type Api, type AppContext, endpoint } from "../platform/http/endpoint.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { searchResults } from "./schema.ts";
import type { SearchServices } from "./search-services.ts";
import { listOrSearch } from "./service.ts";

/** Endpoint that lists and searches products. */
export function searchRoutes(api: Api, services: SearchServices): void {
  endpoint(api, {
    method: "get",
    path: "/products",
    auth: "anyone",
    readsReplica: true,
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
            createCatalogCachePolicy(request, {
              ...{ tags: await listTagsOfListing(db, query), products: data.items },
              expiresAt: await services.getCountsExpiry(db, request.now),
            }),
        };
      const foundNothing = data.total === 0;
      const countSearch = createSearchCounter(services, app, { q, locale, foundNothing, page: query.page });
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

type CountedSearch = { q: string; locale: Locale; foundNothing: boolean; page: number };

/**
 * Creates the function that counts a search for a client. A cache keeps it as long as the response, so that it refers to
 * nothing of the request. The following pages of a search are no searches.
 */
function createSearchCounter(services: SearchServices, app: AppContext, { page, ...search }: CountedSearch) {
  return (client: { ipAddress: string }) => {
    if (page === 1) services.logSearchQuery(app, { ...search, ...client, now: app.clock.now() });
  };
}
