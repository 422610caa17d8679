import { type RawBuilder, sql } from "kysely";

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
    or exists (select from posts o where ${path} = '/' || o.kind || '/' || o.slug)
    or exists (select from post_tags g where ${path} = '/blog/tag/' || g.slug)
    or exists (select from quizzes z where ${path} = '/maketest/' || z.id))`;
}
