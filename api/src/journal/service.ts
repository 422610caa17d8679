import { cardsOf, type Looking } from "../catalogue/service.ts";
import { pictureOf } from "../content/pictures.ts";
import { shareAddress } from "../content/share.ts";
import type { Db } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import { type Post, type PostHead, type PostKind, type PostList, type PostsQuery, refusals } from "./schema.ts";
import { countPosts, findPost, furtherPosts, type HeadRow, postHeads, tagsOf } from "./sql.ts";

const WORDS_A_MINUTE = 160;
const FURTHER = 3;

/** A page of the blog or the news in a locale, the newest first. Refuses `tag_not_found`: no post of the locale has it. */
export async function listPosts(db: Db, kind: PostKind, query: PostsQuery, at: Looking): Promise<PostList> {
  const wanted = { kind, locale: at.locale, now: at.now, tag: query.tag };
  const offset = (query.page - 1) * query.per_page;
  const [rows, counts, tags] = await Promise.all([
    postHeads(db, wanted, { limit: query.per_page, offset }),
    countPosts(db, wanted),
    tagsOf(db, wanted),
  ]);
  if (query.tag !== undefined && counts.here === 0) throw refuse(refusals, "tag_not_found");
  return {
    items: rows.map(wireHead),
    total: counts.here,
    page: query.page,
    per_page: query.per_page,
    tags,
    twin: counts.there > offset,
  };
}

/** One post with the products it speaks of. Refuses `post_not_found`, also where only the other locale has it. */
export async function getPost(db: Db, kind: PostKind, slug: string, at: Looking): Promise<Post> {
  const wanted = { kind, locale: at.locale, now: at.now };
  const row = await findPost(db, slug, wanted);
  if (!row) throw refuse(refusals, "post_not_found");
  const [products, further] = await Promise.all([
    cardsOf(db, row.product_ids, at),
    furtherPosts(db, row.id, wanted, FURTHER),
  ]);
  const share = shareAddress({
    ...{ kind, slug: row.slug, locale: at.locale, title: row.title },
    ...{ picture: row.cover?.key ?? null, cloth: row.cloth },
  });
  return { ...wireHead(row), html: row.body_html, share, products, more: further.map(wireHead), twin: row.twin };
}

function wireHead(row: HeadRow): PostHead {
  return {
    slug: row.slug,
    title: row.title,
    lead: row.lead,
    cover: row.cover && pictureOf(row.cover, ""),
    cloth: row.cloth,
    published_at: row.published_at.toISOString(),
    minutes: Math.max(1, Math.round(row.words / WORDS_A_MINUTE)),
    tags: row.tags,
  };
}
