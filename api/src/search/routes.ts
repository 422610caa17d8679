import { getShopperContext } from "../catalog/pricing/shopper-context.ts";
import { productList, productsQuery, refusals } from "../catalog/schema.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { logSearchQuery } from "./query-log.ts";
import { listOrSearch } from "./service.ts";

/** Endpoint that lists and searches products. */
export function searchRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/products",
    auth: "anyone",
    summary: "List or search products, with filters and facets",
    query: productsQuery,
    response: productList,
    refusals,
    handler: async (request) => {
      const { app, db, query, locale, now } = request;
      const data = await listOrSearch(db, query, getShopperContext(request));
      if (query.q && query.page === 1) void logSearchQuery(app, query.q, locale, now, data.total === 0);
      return { data };
    },
  });
}
