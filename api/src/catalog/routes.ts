import { z } from "zod";
import { type Api, type RequestContext, endpoint } from "../platform/http/endpoint.ts";
import { alertRoutes } from "./alerts/alert-routes.ts";
import { ingredientRoutes } from "./ingredients/ingredient-routes.ts";
import {
  productCard,
  categoryMap,
  recommendationsQuery,
  home,
  brandList,
  brandPage,
  product,
  productsPrice,
  productsPriceRequest,
  refusals,
  series,
  tag,
} from "./schema.ts";
import {
  getBrand,
  getSeries,
  getTag,
  listRecommendations,
  listBrands,
  listSimilar,
  getCurrentPrices,
  getHomePage,
} from "./service.ts";
import { getProduct } from "./products/product-details.ts";
import { getCategoryTree } from "./categories/category-tree.ts";

/** The category tree changes rarely and is not personal: browsers and shared caches may store it for five minutes. */
const CATEGORIES_CACHE_CONTROL = "public, max-age=300";
const bySlug = z.object({ slug: z.string().max(200) });
const getShopperContext = ({ locale, currency, now }: RequestContext) => ({ locale, currency, now });

export function catalogRoutes(api: Api): void {
  alertRoutes(api);
  ingredientRoutes(api);
  endpoint(api, {
    method: "get",
    path: "/categories",
    auth: "anyone",
    summary: "Get the category tree",
    response: categoryMap,
    handler: async ({ db, locale, honoContext }) => {
      honoContext.header("cache-control", CATEGORIES_CACHE_CONTROL);
      return { data: await getCategoryTree(db, locale) };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/home",
    auth: "anyone",
    summary: "Get the content of the home page",
    response: home,
    handler: async (request) => ({ data: await getHomePage(request.db, getShopperContext(request)) }),
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
    method: "get",
    path: "/manufacturers",
    auth: "anyone",
    summary: "List all brands",
    response: brandList,
    handler: async ({ db, locale }) => ({ data: { items: await listBrands(db, locale) } }),
  });
  endpoint(api, {
    method: "get",
    path: "/manufacturers/{slug}",
    auth: "anyone",
    summary: "Get a brand with its series",
    params: bySlug,
    response: brandPage,
    refusals,
    handler: async ({ db, locale, params }) => ({ data: await getBrand(db, params.slug, locale) }),
  });
  endpoint(api, {
    method: "get",
    path: "/brand-series/{id}",
    auth: "anyone",
    summary: "Get a series of a brand",
    params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
    response: series,
    refusals,
    handler: async ({ db, params }) => ({ data: await getSeries(db, params.id) }),
  });
  endpoint(api, {
    method: "get",
    path: "/tags/{slug}",
    auth: "anyone",
    summary: "Get a tag",
    params: bySlug,
    response: tag,
    refusals,
    handler: async ({ db, locale, params }) => ({ data: await getTag(db, params.slug, locale) }),
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
