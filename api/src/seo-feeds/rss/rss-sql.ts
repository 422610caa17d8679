import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";

/** A post as RSS feeds show it. */
export type FeedPost = {
  slug: string;
  title: string;
  lead: string;
  published_at: Date;
  cover: { key: string; width: number } | null;
};

/** Lists the newest published posts. */
export async function listNewestPosts(
  db: Db,
  kind: "blog" | "news",
  locale: Locale,
  now: Date,
  limit: number,
): Promise<FeedPost[]> {
  const { rows } = await sql<FeedPost>`
    select p.slug, p.title, p.lead, p.published_at,
      case when m.id is null then null else jsonb_build_object('key', m.key, 'width', m.width) end as cover
    from posts p left join media m on m.id = p.cover_id
    where p.kind = ${kind} and p.locale = ${locale} and p.published_at <= ${now} and not p.draft and not p.unlisted
    order by p.published_at desc, p.id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
