import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db/database.ts";

/** Paths of the storefront that exist whatever products and texts the store has. */
export const fixedPaths = [
  "/",
  "/best-sales",
  "/new-products",
  "/prices-drop",
  "/brands",
  "/product_search",
  "/cart",
  "/blog",
  "/news",
  "/podarocnyi-sertifikat.html",
  "/wishlist",
  "/profile",
  "/profile/orders",
  "/profile/info",
  "/login",
  "/register",
  "/profile/addresses",
  "/profile/bonus-list",
  "/certificates/balance",
  "/ingredients",
  "/user/newsletter",
] as const;

/**
 * Returns an SQL condition: a page exists at `path`, which has no locale prefix and no query. CMS pages and posts of any
 * language count, since a redirect serves both languages.
 */
export function hasPage(path: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    ${path} = any(${[...fixedPaths]}::text[])
    or exists (select from products p where p.slug = substr(${path}, 2) and p.status in ('active', 'discontinued'))
    or exists (select from categories c where ${path} = '/category/' || c.slug)
    or exists (select from brands where ${path} = '/manufacturer/' || brands.slug)
    or exists (select from series s where ${path} = '/brand-series/' || s.id)
    or exists (select from tags t where ${path} = '/tags/' || t.slug)
    or exists (select from pages i where ${path} = '/info/' || i.slug)
    or exists (select from posts o where ${path} = '/' || o.kind || '/' || o.slug and not o.draft)
    or exists (select from post_tags g join posts o on o.id = g.post_id where ${path} = '/blog/tag/' || g.slug and not o.draft)
    or exists (select from quizzes z where ${path} = '/maketest/' || z.id))`;
}

/** Returns those of the paths that have no page. */
export async function findPathsWithoutPage(db: Db, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select requested.path from unnest(${[...paths]}::text[]) as requested(path) where not ${hasPage(sql`requested.path`)}`.execute(
    db,
  );
  return rows.map((row) => row.path);
}

/** Returns the slug and locale of every CMS page (`/info/…`). */
export async function listInfoPages(db: Db): Promise<{ slug: string; locale: string }[]> {
  return db.selectFrom("pages").select(["slug", "locale"]).orderBy("slug").execute();
}
