import { z } from "zod";
import { productCard } from "../catalog/schema.ts";
import { picture, share } from "../content/schema.ts";

export const kinds = ["blog", "news"] as const;
export type PostKind = (typeof kinds)[number];

const tag = z.object({ slug: z.string(), name: z.string() });

export const postSummary = z
  .object({
    slug: z.string(),
    title: z.string(),
    lead: z.string(),
    cover: picture.nullable(),
    cloth: z.string(),
    published_at: z.iso.datetime(),
    minutes: z.int().meta({ description: "Reading time in minutes" }),
    tags: z.array(tag),
  })
  .meta({ id: "PostHead" });
export type PostSummary = z.infer<typeof postSummary>;

export const postList = z
  .object({
    items: z.array(postSummary),
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
    /** All tags of this kind and locale, regardless of the requested tag. */
    tags: z.array(tag.extend({ count: z.int() })),
    twin: z.boolean().meta({ description: "Whether the other locale has this page of the list too" }),
  })
  .meta({ id: "PostList" });
export type PostList = z.infer<typeof postList>;

export const post = postSummary
  .extend({
    html: z.string().meta({ description: "Clean HTML" }),
    share,
    products: z.array(productCard),
    /** Posts to read next, those with the same tags first. */
    more: z.array(postSummary),
    twin: z.boolean().meta({ description: "Whether the other locale has this post too" }),
  })
  .meta({ id: "Post" });
export type Post = z.infer<typeof post>;

export const postsQuery = z.object({
  tag: z.string().max(100).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(96).default(24),
});
export type PostsQuery = z.infer<typeof postsQuery>;

export const refusals = { post_not_found: 404, tag_not_found: 404 } as const;
