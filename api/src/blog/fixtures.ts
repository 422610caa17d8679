import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { PostKind } from "./schema.ts";

let serial = 0;

export type PostFixture = {
  kind?: PostKind;
  slug?: string;
  locale?: Locale;
  title?: string;
  html?: string;
  publishedAt?: Date;
  /** Pairs of slug and name. */
  tags?: [string, string][];
  productIds?: number[];
  hasCover?: boolean;
};

/** Creates a post. Defaults: a Russian blog post, published on 1 November 2026. */
export async function createPost(
  db: Db,
  fixture: PostFixture = {},
): Promise<{ id: number; slug: string; title: string }> {
  const n = ++serial;
  const { slug = `post-${n}`, title = `Статья ${n}`, tags = [], productIds = [] } = fixture;
  const cover = fixture.hasCover
    ? await db
        .insertInto("media")
        .values({ key: `c${n}`.padStart(12, "0"), mime: "image/svg+xml", width: 900, height: 600 })
        .returning("id")
        .executeTakeFirstOrThrow()
    : null;
  const { id } = await db
    .insertInto("posts")
    .values({
      kind: fixture.kind ?? "blog",
      slug,
      locale: fixture.locale ?? "ru-RU",
      title,
      lead: `О чём: ${title}`,
      body_html: fixture.html ?? "<h2>Зачем</h2><p>Ладони тёплые.</p>",
      cover_id: cover?.id ?? null,
      theme_color: "sakura",
      published_at: fixture.publishedAt ?? new Date("2026-11-01T00:00:00Z"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [tag, name] of tags) await db.insertInto("post_tags").values({ post_id: id, slug: tag, name }).execute();
  for (const [position, productId] of productIds.entries())
    await db.insertInto("post_products").values({ post_id: id, product_id: productId, position }).execute();
  return { id, slug, title };
}
