import { z } from "zod";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { createCatalogCachePolicy } from "../cache-policy.ts";
import { getShopperContext } from "../pricing/shopper-context.ts";
import { complementsQuery, productCard, recommendationsQuery, refusals } from "../schema.ts";
import { getComplements, listRecommendations, listSimilar, listTagsOfSimilar } from "./recommendations.ts";

const bySlug = z.object({ slug: z.string().max(200) });

/** Endpoints for products that go with others: similar ones, recommendations and complements. */
export function recommendationRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/similar",
    auth: "anyone",
    readsReplica: true,
    summary: "List similar products",
    params: bySlug,
    response: z.object({ items: z.array(productCard) }),
    refusals,
    handler: async (request) => {
      const { db, params } = request;
      const products = await listSimilar(db, params.slug, getShopperContext(request));
      return {
        data: { items: products },
        cachePolicy: async () =>
          createCatalogCachePolicy(request, { tags: await listTagsOfSimilar(db, params.slug), products }),
      };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/forYou",
    auth: "anyone",
    summary: "List recommendations based on viewed products; empty if there are no similar products",
    query: recommendationsQuery,
    response: z.object({ items: z.array(productCard) }),
    handler: async (request) => ({
      data: { items: await listRecommendations(request.db, request.query.seen, getShopperContext(request)) },
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/complements",
    auth: "anyone",
    summary: "List products that complement others and can be sent to the shopper's country",
    query: complementsQuery,
    response: z.object({ items: z.array(productCard) }),
    handler: async (request) => ({
      data: { items: await getComplements(request.db, request.query.products, getShopperContext(request)) },
    }),
  });
}
