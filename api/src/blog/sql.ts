import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import { type Locale, getAlternateLocale } from "../platform/i18n/locale.ts";
import type { PostKind } from "./schema.ts";

/** Which posts to select: those of one kind and locale that are published at `now`, optionally with a tag. */
export type PostFilter = { kind: PostKind; locale: Locale; now: Date; tag?: string | undefined };

export type PostSummaryRow = {
  id: number;
  slug: string;
  title: string;
  lead: string;
  theme_color: string;
  published_at: Date;
  cover: MediaRow | null;
  words: number;
  tags: { slug: string; name: string }[];
};

const columns = sql`
  p.id, p.slug, p.title, p.lead, p.theme_color, p.published_at,
  (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height) from media m where m.id = p.cover_id) as cover,
  cardinality(regexp_split_to_array(trim(regexp_replace(p.body_html, '<[^>]*>', ' ', 'g')), '\\s+')) as words,
  (select coalesce(jsonb_agg(jsonb_build_object('slug', t.slug, 'name', t.name) order by t.name), '[]')
    from post_tags t where t.post_id = p.id) as tags`;

/** Returns a condition: published at `now`, in the kind, locale and tag of the filter. */
function isPublished({ kind, locale, now, tag }: PostFilter): RawBuilder<boolean> {
  const tagCondition =
    tag === undefined ? sql`` : sql`and exists (select from post_tags t where t.post_id = p.id and t.slug = ${tag})`;
  return sql`p.kind = ${kind} and p.locale = ${locale} and p.published_at <= ${now} and not p.draft ${tagCondition}`;
}

/** Returns a condition: published and not unlisted. */
function isListed(filter: PostFilter): RawBuilder<boolean> {
  return sql`${isPublished(filter)} and not p.unlisted`;
}

/** Returns a page of posts, the newest first. */
export async function listPostSummaries(
  db: Db,
  filter: PostFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<PostSummaryRow[]> {
  const { rows } = await sql<PostSummaryRow>`
    select ${columns} from posts p where ${isListed(filter)}
    order by p.published_at desc, p.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export type PostCounts = { inLocale: number; inAlternateLocale: number };

/** Counts the posts of a filter, in its locale and in the other one. */
export async function countPosts(db: Db, filter: PostFilter): Promise<PostCounts> {
  const alternateFilter = { ...filter, locale: getAlternateLocale(filter.locale) };
  const { rows } = await sql<PostCounts>`
    select (select count(*) from posts p where ${isListed(filter)}) as "inLocale",
      (select count(*) from posts p where ${isListed(alternateFilter)}) as "inAlternateLocale"`.execute(db);
  return rows[0] ?? { inLocale: 0, inAlternateLocale: 0 };
}

/** Returns the tags of a kind and locale with the number of posts, the most frequent first. */
export async function listTags(db: Db, filter: PostFilter): Promise<{ slug: string; name: string; count: number }[]> {
  const { rows } = await sql<{ slug: string; name: string; count: number }>`
    select t.slug, max(t.name) as name, count(*) as count from posts p join post_tags t on t.post_id = p.id
    where ${isListed({ ...filter, tag: undefined })}
    group by t.slug order by count desc, name`.execute(db);
  return rows;
}

export type PostRow = PostSummaryRow & {
  body_html: string;
  /** Whether the other locale has the post too. */
  has_alternate_locale: boolean;
  product_ids: number[];
};

export async function findPost(db: Db, slug: string, filter: PostFilter): Promise<PostRow | undefined> {
  const alternateFilter = { ...filter, locale: getAlternateLocale(filter.locale) };
  const { rows } = await sql<PostRow>`
    select ${columns}, p.body_html,
      exists (select from posts p where ${isPublished(alternateFilter)} and p.slug = ${slug}) as has_alternate_locale,
      array(select product_id from post_products where post_id = p.id order by position, product_id) as product_ids
    from posts p where ${isPublished(filter)} and p.slug = ${slug}`.execute(db);
  return rows[0];
}

/** Returns posts to read after this one: those with the most shared tags first, then the newest. */
export async function findRelatedPosts(
  db: Db,
  postId: number,
  filter: PostFilter,
  limit: number,
): Promise<PostSummaryRow[]> {
  const { rows } = await sql<PostSummaryRow>`
    select ${columns} from posts p where ${isListed(filter)} and p.id <> ${postId}
    order by (select count(*) from post_tags a join post_tags b on b.slug = a.slug
      where a.post_id = p.id and b.post_id = ${postId}) desc, p.published_at desc, p.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** Returns when the next post is published, in ms since 1970; null if none is waiting for its date. */
export async function findNextPublication(db: Db, now: Date): Promise<number | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(published_at) as at from posts where published_at > ${now} and not draft`.execute(db);
  return rows[0]?.at?.getTime() ?? null;
}
