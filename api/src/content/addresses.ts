import { type RawBuilder, sql } from "kysely";
import type { Db } from "../platform/db.ts";

/** Pages of the storefront that stand whatever the shop sells and writes. */
export const fixedAddresses = [
  ...["/", "/best-sales", "/new-products", "/prices-drop", "/brands", "/product_search", "/cart", "/blog", "/news"],
  ...[
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
  ],
] as const;

/**
 * True where a page answers at `path`, an address without locale prefix and query. Texts count in any locale, since a
 * redirect serves both.
 */
export function isAnswered(path: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(
    ${path} = any(${[...fixedAddresses]}::text[])
    or exists (select from products p where p.slug = substr(${path}, 2) and p.status <> 'hidden')
    or exists (select from categories c where ${path} = '/category/' || c.slug)
    or exists (select from manufacturers m where ${path} = '/manufacturer/' || m.slug)
    or exists (select from series s where ${path} = '/brand-series/' || s.id)
    or exists (select from tags t where ${path} = '/tags/' || t.slug)
    or exists (select from pages i where ${path} = '/info/' || i.slug)
    or exists (select from posts o where ${path} = '/' || o.kind || '/' || o.slug and not o.draft)
    or exists (select from post_tags g join posts o on o.id = g.post_id where ${path} = '/blog/tag/' || g.slug and not o.draft)
    or exists (select from quizzes z where ${path} = '/maketest/' || z.id))`;
}

/** Those of the paths at which no page is. */
export async function deadPaths(db: Db, paths: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select asked.path from unnest(${[...paths]}::text[]) as asked(path) where not ${isAnswered(sql`asked.path`)}`.execute(
    db,
  );
  return rows.map((row) => row.path);
}

/** The texts under `/info` that there are. */
export async function infoSlugs(db: Db): Promise<{ slug: string; locale: string }[]> {
  return db.selectFrom("pages").select(["slug", "locale"]).orderBy("slug").execute();
}
