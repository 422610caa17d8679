import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { PostKind } from "./schema.ts";

export type PostKey = { kind: PostKind; slug: string; locale: Locale };
export type ManagedPostRow = PostKey & { title: string; published_at: Date; draft: boolean };

/** Returns all posts including drafts, the newest first. */
export async function listAllPosts(db: Db): Promise<ManagedPostRow[]> {
  return db
    .selectFrom("posts")
    .select(["kind", "slug", "locale", "title", "published_at", "draft"])
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .execute() as Promise<unknown> as Promise<ManagedPostRow[]>;
}

export type NewPost = PostKey & {
  title: string;
  lead: string;
  body_html: string;
  theme_color: string;
  cover_id: number | null;
  unlisted: boolean;
  updated_at: Date;
  /** Null leaves the publication of an existing post unchanged and makes a new post a draft. */
  publication: { published_at: Date; draft: boolean } | null;
};

/**
 * Inserts a post or replaces the one with the same kind, slug and locale.
 * @returns its id
 */
export async function upsertPost(db: Tx, { publication, ...post }: NewPost): Promise<number> {
  const { id } = await db
    .insertInto("posts")
    .values({ ...post, ...(publication ?? { published_at: post.updated_at, draft: true }) })
    .onConflict((on) => on.columns(["kind", "slug", "locale"]).doUpdateSet({ ...post, ...publication }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the tags and products of a post. The order of the products is kept. */
export async function setTagsAndProducts(
  db: Tx,
  postId: number,
  tags: readonly { slug: string; name: string }[],
  productIds: readonly number[],
): Promise<void> {
  await db.deleteFrom("post_tags").where("post_id", "=", postId).execute();
  await db.deleteFrom("post_products").where("post_id", "=", postId).execute();
  if (tags.length > 0)
    await db
      .insertInto("post_tags")
      .values(tags.map((tag) => ({ post_id: postId, ...tag })))
      .execute();
  if (productIds.length > 0)
    await db
      .insertInto("post_products")
      .values(productIds.map((product_id, position) => ({ post_id: postId, product_id, position })))
      .execute();
}

/** Returns product ids by reference. Unknown references are omitted. */
export async function findProductIdsByReference(db: Db, references: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ reference: string; id: number }>`
    select reference, id from products where reference = any(${[...references]}::text[])`.execute(db);
  return new Map(rows.map(({ reference, id }) => [reference, id]));
}

/**
 * Publishes a post at a time, or makes it a draft, in one locale or all.
 * @param publishedAt null makes it a draft
 * @returns the changed posts
 */
export async function setPublication(
  db: Db,
  { kind, slug, locale }: Omit<PostKey, "locale"> & { locale: Locale | null },
  publishedAt: Date | null,
): Promise<ManagedPostRow[]> {
  return db
    .updateTable("posts")
    .set(publishedAt === null ? { draft: true } : { draft: false, published_at: publishedAt })
    .where("kind", "=", kind)
    .where("slug", "=", slug)
    .$if(locale !== null, (query) => query.where("locale", "=", locale ?? ""))
    .returning(["kind", "slug", "locale", "title", "published_at", "draft"])
    .execute() as Promise<unknown> as Promise<ManagedPostRow[]>;
}
