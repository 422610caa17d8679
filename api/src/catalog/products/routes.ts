import { z } from "zod";
import { type Api, endpoint } from "../../platform/http/endpoint.ts";
import { product, productsPrice, productsPriceRequest, refusals } from "../schema.ts";
import { getShopperContext } from "../pricing/shopper-context.ts";
import { createCatalogCachePolicy } from "../cache-policy.ts";
import { getCurrentPrices } from "./current-prices.ts";
import { findNextSaleEnd } from "./product-sql.ts";
import { getProduct } from "./product-details.ts";

const bySlug = z.object({ slug: z.string().max(200) });

/** Endpoints for products: their pages and current prices. */
export function productRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/products/{slug}",
    auth: "anyone",
    readsReplica: true,
    summary: "Get a product by slug or id",
    params: bySlug,
    response: product,
    refusals,
    handler: async (request) => {
      const { db, params, customer, now } = request;
      const data = await getProduct(db, params.slug, getShopperContext(request), customer?.id ?? null);
      return {
        data,
        cachePolicy: async () =>
          createCatalogCachePolicy(request, {
            ...{ tags: [], products: [data] },
            expiresAt: data.has_options ? await findNextSaleEnd(db, data.id, now) : null,
          }),
      };
    },
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
