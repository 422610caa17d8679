import { z } from "zod";
import { createCatalogCachePolicy } from "../catalog/cache-policy.ts";
import { getShopperContext } from "../catalog/pricing/shopper-context.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { kinds, post as postSchema, postList, postsQuery, refusals } from "./schema.ts";
import { findNextPublication, getPost, listPosts } from "./service.ts";

const slugParams = z.object({ slug: z.string().max(200) });
const kindNames = { blog: "The blog", news: "The news" } as const;

export function blogRoutes(api: Api): void {
  for (const kind of kinds) {
    endpoint(api, {
      method: "get",
      path: `/${kind}`,
      auth: "anyone",
      readsReplica: true,
      summary: `${kindNames[kind]}: list posts in the locale of the request, the newest first`,
      query: postsQuery,
      response: postList,
      refusals,
      handler: async (request) => ({
        data: await listPosts(request.db, kind, request.query, getShopperContext(request)),
        cachePolicy: async () => ({ tags: [], expiresAt: await findNextPublication(request.db, request.now) }),
      }),
    });
    endpoint(api, {
      method: "get",
      path: `/${kind}/{slug}`,
      auth: "anyone",
      readsReplica: true,
      summary: `${kindNames[kind]}: get a post with its products`,
      params: slugParams,
      response: postSchema,
      refusals,
      handler: async (request) => {
        const { db, params, now } = request;
        const { post, productIds } = await getPost(db, kind, params.slug, getShopperContext(request));
        return {
          data: post,
          cachePolicy: async () =>
            createCatalogCachePolicy(request, {
              tags: [],
              // Also those that are not shown, because they are not for sale now.
              products: productIds.map((id) => ({ id })),
              expiresAt: await findNextPublication(db, now),
            }),
        };
      },
    });
  }
}
