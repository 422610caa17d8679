import { z } from "zod";
import { type Api, type Asked, endpoint } from "../platform/http.ts";
import { kinds, post, postList, postsQuery, refusals } from "./schema.ts";
import { getPost, listPosts } from "./service.ts";

const bySlug = z.object({ slug: z.string().max(200) });
const at = ({ locale, currency, now }: Asked) => ({ locale, currency, now });
const names = { blog: "The blog", news: "The news" } as const;

export function journalRoutes(api: Api): void {
  for (const kind of kinds) {
    endpoint(api, {
      method: "get",
      path: `/${kind}`,
      who: "anyone",
      summary: `${names[kind]} in the locale of the request, the newest first`,
      query: postsQuery,
      answer: postList,
      refusals,
      handler: async (asked) => ({ data: await listPosts(asked.db, kind, asked.query, at(asked)) }),
    });
    endpoint(api, {
      method: "get",
      path: `/${kind}/{slug}`,
      who: "anyone",
      summary: `${names[kind]}: one post with the products it speaks of`,
      params: bySlug,
      answer: post,
      refusals,
      handler: async (asked) => ({ data: await getPost(asked.db, kind, asked.params.slug, at(asked)) }),
    });
  }
}
