import { type RawBuilder, sql } from "kysely";
import type { MediaRow } from "../../content/images.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { NameWord } from "../query/vocabulary.ts";

/** A text of the shop that may answer a search: an information page or a blog post. Stop words are left out. */
export type DocumentRow = {
  kind: "page" | "post";
  slug: string;
  title: string;
  summary: string;
  cover: MediaRow | null;
  /** The number of words of a post; 0 for a page. */
  length: number;
  /** When a post is published, which may be in the future; null for a page. */
  publishedAt: Date | null;
  titleWords: NameWord[];
  /** The words of the summary, and of the tags of a post. */
  summaryWords: NameWord[];
  /** The words of the text of a page; empty for a post. */
  bodyWords: NameWord[];
};

/** The newest posts; older ones answer no searches. */
const MAX_POSTS = 1000;
const MAX_BODY_LENGTH = 30_000;
/** Template variables, and the targets of links, in the Markdown of a page. */
const MARKUP = String.raw`\{+[^}]*\}+|\]\([^)]*\)`;

/** Lists the information pages and blog posts of a locale, also scheduled posts, with their words. */
export async function listDocuments(db: Db, locale: Locale): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select 'page' as kind, p.slug, p.title, p.description as summary, null::jsonb as cover, 0 as length, null::timestamptz as "publishedAt",
      ${selectWords(sql`p.title`)} as "titleWords",
      ${selectWords(sql`regexp_replace(p.description, ${MARKUP}, ' ', 'g')`)} as "summaryWords",
      ${selectWords(sql`left(regexp_replace(p.body, ${MARKUP}, ' ', 'g'), ${MAX_BODY_LENGTH})`)} as "bodyWords"
    from pages p where p.locale = ${locale}
    union all
    select * from (
      select 'post', o.slug, o.title, o.lead,
        (select jsonb_build_object('key', m.key, 'width', m.width, 'height', m.height) from media m where m.id = o.cover_id),
        cardinality(regexp_split_to_array(trim(regexp_replace(o.body_html, '<[^>]*>', ' ', 'g')), '\\s+')), o.published_at,
        ${selectWords(sql`o.title`)},
        ${selectWords(sql`concat_ws(' ', o.lead, (select string_agg(t.name, ' ') from post_tags t where t.post_id = o.id))`)},
        '[]'::jsonb
      from posts o
      where o.locale = ${locale} and o.kind = 'blog' and not o.draft and not o.unlisted
      order by o.published_at desc limit ${MAX_POSTS}
    ) posts`.execute(db);
  return rows;
}

/** Selects the distinct words of a text and their stems, without stop words. */
function selectWords(text: RawBuilder<string>): RawBuilder<NameWord[]> {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('word', word, 'stem', stem)), '[]'::jsonb)
    from (select word, search_stem(word) as stem
      from (select distinct word from string_to_table(normalize_search_text(${text}), ' ') word where word <> '') words
    ) stemmed where stem <> '')`;
}
