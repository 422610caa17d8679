import { productList, productsQuery, refusals } from "../catalogue/schema.ts";
import { type Api, endpoint } from "../platform/http.ts";
import { suggestions, suggestQuery } from "./schema.ts";
import { countQuery } from "./log.ts";
import { listOrSearch } from "./service.ts";
import { suggest } from "./suggest.ts";

export function searchRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/products",
    who: "anyone",
    summary: "Products by filters and words, with facets",
    query: productsQuery,
    answer: productList,
    refusals,
    handler: async ({ house, db, query, locale, currency, now }) => {
      const data = await listOrSearch(db, query, { locale, currency, now });
      if (query.q && query.page === 1) void countQuery(house, query.q, locale, now, data.total === 0);
      return { data };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/search/suggest",
    who: "anyone",
    summary: "What a search that is being typed may be about",
    query: suggestQuery,
    answer: suggestions,
    handler: async ({ db, query, locale, currency, now }) => ({
      data: await suggest(db, query.q, { locale, currency, now }),
    }),
  });
}
