import { z } from "zod";
import { card } from "../catalogue/schema.ts";
import { picture, share } from "../content/schema.ts";

export const kinds = ["blog", "news"] as const;
export type PostKind = (typeof kinds)[number];

const tag = z.object({ slug: z.string(), name: z.string() });

export const postHead = z
  .object({
    slug: z.string(),
    title: z.string(),
    lead: z.string(),
    cover: picture.nullable(),
    cloth: z.string(),
    published_at: z.iso.datetime(),
    minutes: z.int().meta({ description: "How long it takes to read" }),
    tags: z.array(tag),
  })
  .meta({ id: "PostHead" });
export type PostHead = z.infer<typeof postHead>;

export const postList = z
  .object({
    items: z.array(postHead),
    total: z.int(),
    page: z.int(),
    per_page: z.int(),
    /** Every tag of the kind in this locale, whatever tag was asked for. */
    tags: z.array(tag.extend({ count: z.int() })),
    twin: z.boolean().meta({ description: "The other locale has this page of the list too" }),
  })
  .meta({ id: "PostList" });
export type PostList = z.infer<typeof postList>;

export const post = postHead
  .extend({
    html: z.string().meta({ description: "Clean HTML" }),
    share,
    products: z.array(card),
    /** What to read next: of the same tags first. */
    more: z.array(postHead),
    twin: z.boolean().meta({ description: "The other locale has this post too" }),
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
