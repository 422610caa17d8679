import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../content/pictures.ts";
import type { Db } from "../platform/db.ts";
import { type Locale, otherLocale } from "../platform/locale.ts";
import type { PostKind } from "./schema.ts";

/** Which posts: of one kind, in one locale, out at `now`, of a tag where one is named. */
export type Wanted = { kind: PostKind; locale: Locale; now: Date; tag?: string | undefined };

export type HeadRow = {
  id: number;
  slug: string;
  title: string;
  lead: string;
  cloth: string;
  published_at: Date;
  cover: MediaRow | null;
  words: number;
  tags: { slug: string; name: string }[];
};

const columns = sql`
  p.id, p.slug, p.title, p.lead, p.cloth, p.published_at,
  (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height) from media m where m.id = p.cover_id) as cover,
  cardinality(regexp_split_to_array(trim(regexp_replace(p.body_html, '<[^>]*>', ' ', 'g')), '\\s+')) as words,
  (select coalesce(jsonb_agg(jsonb_build_object('slug', t.slug, 'name', t.name) order by t.name), '[]')
    from post_tags t where t.post_id = p.id) as tags`;

function out({ kind, locale, now, tag }: Wanted): RawBuilder<boolean> {
  const tagged =
    tag === undefined ? sql`` : sql`and exists (select from post_tags t where t.post_id = p.id and t.slug = ${tag})`;
  return sql`p.kind = ${kind} and p.locale = ${locale} and p.published_at <= ${now} and not p.draft ${tagged}`;
}

/** Posts that are out and in the lists. */
function listed(wanted: Wanted): RawBuilder<boolean> {
  return sql`${out(wanted)} and not p.unlisted`;
}

/** A page of posts, the newest first. */
export async function postHeads(
  db: Db,
  wanted: Wanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<HeadRow[]> {
  const { rows } = await sql<HeadRow>`
    select ${columns} from posts p where ${listed(wanted)}
    order by p.published_at desc, p.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** How many such posts there are, here and in the other locale. */
export async function countPosts(db: Db, wanted: Wanted): Promise<{ here: number; there: number }> {
  const there = { ...wanted, locale: otherLocale(wanted.locale) };
  const { rows } = await sql<{ here: number; there: number }>`
    select (select count(*) from posts p where ${listed(wanted)}) as here,
      (select count(*) from posts p where ${listed(there)}) as there`.execute(db);
  return rows[0] ?? { here: 0, there: 0 };
}

/** The tags of a kind of posts with their numbers, the largest first. */
export async function tagsOf(db: Db, wanted: Wanted): Promise<{ slug: string; name: string; count: number }[]> {
  const { rows } = await sql<{ slug: string; name: string; count: number }>`
    select t.slug, max(t.name) as name, count(*) as count from posts p join post_tags t on t.post_id = p.id
    where ${listed({ ...wanted, tag: undefined })}
    group by t.slug order by count desc, name`.execute(db);
  return rows;
}

export type PostRow = HeadRow & { body_html: string; twin: boolean; product_ids: number[] };

export async function findPost(db: Db, slug: string, wanted: Wanted): Promise<PostRow | undefined> {
  const there = { ...wanted, locale: otherLocale(wanted.locale) };
  const { rows } = await sql<PostRow>`
    select ${columns}, p.body_html,
      exists (select from posts p where ${out(there)} and p.slug = ${slug}) as twin,
      array(select product_id from post_products where post_id = p.id order by position, product_id) as product_ids
    from posts p where ${out(wanted)} and p.slug = ${slug}`.execute(db);
  return rows[0];
}

/** Other posts to read after this one: those that share its tags first, then the newest. */
export async function furtherPosts(db: Db, postId: number, wanted: Wanted, limit: number): Promise<HeadRow[]> {
  const { rows } = await sql<HeadRow>`
    select ${columns} from posts p where ${listed(wanted)} and p.id <> ${postId}
    order by (select count(*) from post_tags a join post_tags b on b.slug = a.slug
      where a.post_id = p.id and b.post_id = ${postId}) desc, p.published_at desc, p.id desc
    limit ${limit}`.execute(db);
  return rows;
}
