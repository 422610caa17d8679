import { getProductCards } from "../catalog/products/product-cards.ts";
import type { ShopperContext } from "../catalog/pricing/shopper-context.ts";
import { serializeImage } from "../content/images.ts";
import { getShareImageUrl } from "../content/share-images.ts";
import type { Db } from "../platform/db/database.ts";
import { refuse } from "../platform/http/errors.ts";
import { type Post, type PostSummary, type PostKind, type PostList, type PostsQuery, refusals } from "./schema.ts";
import { calculateReadingMinutes } from "./reading-time.ts";
import { countPosts, findPost, findRelatedPosts, type PostSummaryRow, listPostSummaries, listTags } from "./sql.ts";

const MAX_RELATED = 3;

/**
 * Returns a page of the blog or news in a locale, the newest first.
 * Refuses `tag_not_found` if no post of the locale has the tag.
 */
export async function listPosts(db: Db, kind: PostKind, query: PostsQuery, shopper: ShopperContext): Promise<PostList> {
  const filter = { kind, locale: shopper.locale, now: shopper.now, tag: query.tag };
  const offset = (query.page - 1) * query.per_page;
  const [rows, counts, tags] = await Promise.all([
    listPostSummaries(db, filter, { limit: query.per_page, offset }),
    countPosts(db, filter),
    listTags(db, filter),
  ]);
  if (query.tag !== undefined && counts.inLocale === 0) throw refuse(refusals, "tag_not_found");
  return {
    items: rows.map(serializePostSummary),
    total: counts.inLocale,
    page: query.page,
    per_page: query.per_page,
    tags,
    twin: counts.inAlternateLocale > offset,
  };
}

/**
 * Returns a published post with its products, and the ids of all products that it names. Refuses `post_not_found` if the
 * locale does not have it.
 */
export async function getPost(
  db: Db,
  kind: PostKind,
  slug: string,
  shopper: ShopperContext,
): Promise<{ post: Post; productIds: number[] }> {
  const filter = { kind, locale: shopper.locale, now: shopper.now };
  const row = await findPost(db, slug, filter);
  if (!row) throw refuse(refusals, "post_not_found");
  const [products, related] = await Promise.all([
    getProductCards(db, row.product_ids, shopper),
    findRelatedPosts(db, row.id, filter, MAX_RELATED),
  ]);
  const share = getShareImageUrl({
    kind,
    slug: row.slug,
    locale: shopper.locale,
    title: row.title,
    picture: row.cover?.key ?? null,
    themeColor: row.theme_color,
  });
  const post = {
    ...serializePostSummary(row),
    html: row.body_html,
    share,
    products,
    more: related.map(serializePostSummary),
    twin: row.has_alternate_locale,
  };
  return { post, productIds: row.product_ids };
}

function serializePostSummary(row: PostSummaryRow): PostSummary {
  return {
    slug: row.slug,
    title: row.title,
    lead: row.lead,
    cover: row.cover && serializeImage(row.cover, ""),
    cloth: row.theme_color,
    published_at: row.published_at.toISOString(),
    minutes: calculateReadingMinutes(row.words),
    tags: row.tags,
  };
}

export { findNextPublication } from "./sql.ts";
