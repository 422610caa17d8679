import { z } from "zod";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import {
  complementsQuery,
  product,
  productCard,
  productsPrice,
  productsPriceRequest,
  recommendationsQuery,
  refusals,
} from "../schema.ts";
import { getShopperContext } from "../pricing/shopper-context.ts";
import { getCurrentPrices } from "./current-prices.ts";
import { getProduct } from "./product-details.ts";
import { getComplements, listRecommendations, listSimilar } from "./recommendations.ts";

const bySlug = z.object({ slug: z.string().max(200) });

/** Endpoints for products: their pages, recommendations and current prices. */
export function productRoutes(api: Api): void {
  addRecommendationEndpoints(api);
  endpoint(api, {
    method: "get",
    path: "/products/{slug}",
    auth: "anyone",
    summary: "Get a product by slug or id",
    params: bySlug,
    response: product,
    refusals,
    handler: async (request) => ({
      data: await getProduct(request.db, request.params.slug, getShopperContext(request), request.customer?.id ?? null),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/similar",
    auth: "anyone",
    summary: "List similar products",
    params: bySlug,
    response: z.object({ items: z.array(productCard) }),
    refusals,
    handler: async (request) => ({
      data: { items: await listSimilar(request.db, request.params.slug, getShopperContext(request)) },
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/productsPrice",
    auth: "anyone",
    summary: "Get current prices of cart ids, in the currency of the body or else of the request",
    body: productsPriceRequest,
    response: productsPrice,
    handler: async (request) => ({
      data: await getCurrentPrices(request.db, request.body.cart_id, {
        ...getShopperContext(request),
        currency: request.body.currency?.trim().toUpperCase() ?? request.currency,
      }),
    }),
  });
}

function addRecommendationEndpoints(api: Api): void {
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
