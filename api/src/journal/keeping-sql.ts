import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import type { PostKind } from "./schema.ts";

export type PostName = { kind: PostKind; slug: string; locale: Locale };
export type KeptPost = PostName & { title: string; published_at: Date; draft: boolean };

/** Every post, drafts too, the newest first. */
export async function allPosts(db: Db): Promise<KeptPost[]> {
  return db
    .selectFrom("posts")
    .select(["kind", "slug", "locale", "title", "published_at", "draft"])
    .orderBy("published_at", "desc")
    .orderBy("id", "desc")
    .execute() as Promise<unknown> as Promise<KeptPost[]>;
}

export type NewPost = PostName & {
  title: string;
  lead: string;
  body_html: string;
  cloth: string;
  cover_id: number | null;
  unlisted: boolean;
  updated_at: Date;
  /** Null: as it was; a new post is a draft then. */
  out: { published_at: Date; draft: boolean } | null;
};

/** Puts a post up or anew, under its kind, slug and language. @returns its id */
export async function upsertPost(db: Tx, { out, ...post }: NewPost): Promise<number> {
  const { id } = await db
    .insertInto("posts")
    .values({ ...post, ...(out ?? { published_at: post.updated_at, draft: true }) })
    .onConflict((on) => on.columns(["kind", "slug", "locale"]).doUpdateSet({ ...post, ...out }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Sets what a post is filed under and which products it speaks of, in their order. */
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

/** Products by reference, as far as there are any. */
export async function productsByReference(db: Db, references: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ reference: string; id: number }>`
    select reference, id from products where reference = any(${[...references]}::text[])`.execute(db);
  return new Map(rows.map(({ reference, id }) => [reference, id]));
}

/** From when posts of a name are out, in one language or in all; `null`: they are drafts. @returns those that changed */
export async function setOut(
  db: Db,
  { kind, slug, locale }: Omit<PostName, "locale"> & { locale: Locale | null },
  at: Date | null,
): Promise<KeptPost[]> {
  return db
    .updateTable("posts")
    .set(at === null ? { draft: true } : { draft: false, published_at: at })
    .where("kind", "=", kind)
    .where("slug", "=", slug)
    .$if(locale !== null, (query) => query.where("locale", "=", locale ?? ""))
    .returning(["kind", "slug", "locale", "title", "published_at", "draft"])
    .execute() as Promise<unknown> as Promise<KeptPost[]>;
}
