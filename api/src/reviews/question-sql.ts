import { sql } from "kysely";
import { whereSlugOrId } from "../catalog/products/slug-or-id.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { OwnQuestionRow } from "./sql.ts";

export type QuestionRow = {
  id: number;
  author_name: string;
  text: string;
  is_public: boolean;
  locale: Locale;
  published_at: Date;
  answer: string;
};

export type PublishedQuestions = { items: QuestionRow[]; total: number; own: OwnQuestionRow[] };

/**
 * Lists a product's published questions, newest first, and the customer's own unpublished ones. Returns undefined if
 * the product does not exist.
 */
export async function listPublishedQuestions(
  db: Db,
  slugOrId: string,
  { limit, offset, customerId }: { limit: number; offset: number; customerId: number | null },
): Promise<PublishedQuestions | undefined> {
  const own =
    customerId === null
      ? sql`'[]'::jsonb`
      : sql`coalesce((select jsonb_agg(own order by own.created_at desc, own.id desc) from (
          select id, text, locale, is_public, status, reject_reason, created_at, answer from questions
          where product_id = p.id and customer_id = ${customerId} and status <> 'published') own), '[]')`;
  const { rows } = await sql<PublishedQuestions>`
    select
      (select coalesce(jsonb_agg(page order by page.published_at desc, page.id desc), '[]') from (
        select id, author_name, text, is_public, locale, published_at, answer
        from questions where product_id = p.id and status = 'published'
        order by published_at desc, id desc limit ${sql.lit(limit)} offset ${offset}) page) as items,
      (select count(*) from questions where product_id = p.id and status = 'published') as total,
      ${own} as own
    from products p where ${whereSlugOrId(slugOrId)} and p.status in ('active', 'discontinued')`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...row,
      items: row.items.map((item) => ({ ...item, published_at: new Date(item.published_at) })),
      own: row.own.map((item) => ({ ...item, created_at: new Date(item.created_at) })),
    }
  );
}

export type SimilarQuestionRow = {
  id: number;
  text: string;
  answer: string;
  is_same: boolean;
  product_name: string;
  link_rewrite: string;
};

/**
 * Lists answered questions of the product and its category that share words with a text; those on the product come
 * first. The array of products lets PostgreSQL combine its two indexes: most questions share a word with a text.
 */
export async function listSimilarAnswered(
  db: Db,
  productId: number,
  text: string,
  locale: Locale,
  limit: number,
): Promise<SimilarQuestionRow[]> {
  const { rows } = await sql<SimilarQuestionRow>`
    with entered as (
      select string_agg(quote_literal(word), ' | ')::tsquery as words
      from unnest(tsvector_to_array(build_question_vector(${text}))) word
    )
    select q.id, q.text, q.answer, q.product_id = ${productId} as is_same,
      ${sql.ref(locale === "ru-RU" ? "p.name_ru" : "p.name_en")} as product_name, p.slug as link_rewrite
    from entered, questions q join products p on p.id = q.product_id
    where q.status = 'published' and q.answer <> '' and q.locale = ${locale} and build_question_vector(q.text) @@ entered.words
      and q.product_id = any (array(
        select id from products
        where status = 'active' and category_id = (select category_id from products where id = ${productId})
      ))
    order by q.product_id = ${productId} desc, ts_rank(build_question_vector(q.text), entered.words) desc, q.id
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
