import { z } from "zod";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { categoryMap, home, refusals, tag } from "./schema.ts";
import { getShopperContext } from "./pricing/shopper-context.ts";
import { getCategoryTree } from "./categories/category-tree.ts";
import { getHomePage } from "./home.ts";
import { CATALOG_TAG, COUNTS_TAG, createCatalogCachePolicy } from "./cache-policy.ts";
import { findNextBannerChange } from "../content/service.ts";
import { getTag } from "./tags/service.ts";

/** The category tree changes rarely and is not personal: browsers and shared caches may store it for five minutes. */
const CATEGORIES_CACHE_CONTROL = "public, max-age=300";
const slugParams = z.object({ slug: z.string().max(200) });

/** Endpoints for the home page, the category tree and tags. */
export function catalogRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/categories",
    auth: "anyone",
    readsReplica: true,
    summary: "Get the category tree",
    response: categoryMap,
    handler: async ({ db, locale, honoContext }) => {
      honoContext.header("cache-control", CATEGORIES_CACHE_CONTROL);
      return { data: await getCategoryTree(db, locale), cachePolicy: { tags: [COUNTS_TAG], expiresAt: null } };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/home",
    auth: "anyone",
    readsReplica: true,
    summary: "Get the content of the home page",
    response: home,
    handler: async (request) => {
      const { db, now } = request;
      const data = await getHomePage(db, getShopperContext(request));
      return {
        data,
        cachePolicy: async () =>
          createCatalogCachePolicy(request, {
            // Banners that link to products are hidden with them.
            tags: [CATALOG_TAG, COUNTS_TAG],
            products: data.rows.flatMap(({ items }) => items),
            expiresAt: await findNextBannerChange(db, now),
          }),
      };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/tags/{slug}",
    auth: "anyone",
    readsReplica: true,
    summary: "Get a tag",
    params: slugParams,
    response: tag,
    refusals,
    handler: async ({ db, locale, params }) => ({
      data: await getTag(db, params.slug, locale),
      cachePolicy: { tags: [CATALOG_TAG], expiresAt: null },
    }),
  });
}
