import { sql } from "kysely";
import type { MediaRow } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { AuthorAge, AuthorSkin, ContentStatus } from "./schema.ts";

export type PhotoRow = MediaRow & { id: number };

export type OwnReviewRow = {
  id: number;
  rating: number;
  text: string;
  locale: Locale;
  author_age: AuthorAge | null;
  author_skin: AuthorSkin | null;
  status: ContentStatus;
  reject_reason: string;
  is_verified_purchase: boolean;
  helpful_count: number;
  created_at: Date;
  shop_answer: string;
  photos: PhotoRow[];
};

/** Selects the photos of the reviews aliased as r, in their order. */
export const selectPhotos = sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'key', m.key, 'width', m.width, 'height', m.height) order by f.position)
    from review_photos f join media m on m.id = f.media_id where f.review_id = r.id), '[]')`;

/** The columns of a customer's own reviews, aliased as r. */
export const ownReviewColumns = sql`
  r.id, r.rating, r.text, r.locale, r.author_age, r.author_skin, r.status, r.reject_reason, r.is_verified_purchase, r.helpful_count, r.created_at, r.shop_answer, ${selectPhotos} as photos`;

/** A product as it is shown beside a review or question. */
export type ReviewedProduct = {
  product_id: number;
  product_name: string;
  /** Slug of its page; null if the product is hidden. */
  link_rewrite: string | null;
  media_key: string;
  media_width: number;
  media_height: number;
};

/** The columns of products, aliased as p, that are shown with a review or question. */
const productColumns = (locale: Locale) => sql`
  p.id as product_id, ${sql.ref(locale === "ru-RU" ? "p.name_ru" : "p.name_en")} as product_name,
  case when p.status in ('draft', 'hidden') then null else p.slug end as link_rewrite,
  media.key as media_key, media.width as media_width, media.height as media_height`;
const productJoins = sql`
  join product_images i on i.product_id = p.id and i.position = 0 join media on media.id = i.media_id`;

/** Lists a customer's reviews, newest first, with the total number. */
export async function listCustomerReviews(
  db: Db,
  customerId: number,
  locale: Locale,
  page: { limit: number; offset: number },
): Promise<(OwnReviewRow & ReviewedProduct & { total: number })[]> {
  const { rows } = await sql<OwnReviewRow & ReviewedProduct & { total: number }>`
    select ${ownReviewColumns}, ${productColumns(locale)}, count(*) over () as total
    from reviews r join products p on p.id = r.product_id ${productJoins}
    where r.customer_id = ${customerId}
    order by r.created_at desc, r.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows;
}

export type OwnQuestionRow = {
  id: number;
  text: string;
  locale: Locale;
  is_public: boolean;
  status: ContentStatus;
  reject_reason: string;
  created_at: Date;
  answer: string;
};

/** Lists a customer's questions, newest first. */
export async function listCustomerQuestions(
  db: Db,
  customerId: number,
  locale: Locale,
  limit: number,
): Promise<(OwnQuestionRow & ReviewedProduct)[]> {
  const { rows } = await sql<OwnQuestionRow & ReviewedProduct>`
    select q.id, q.text, q.locale, q.is_public, q.status, q.reject_reason, q.created_at, q.answer, ${productColumns(locale)}
    from questions q join products p on p.id = q.product_id ${productJoins}
    where q.customer_id = ${customerId}
    order by q.created_at desc, q.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Lists products delivered to a customer that they have not reviewed, newest first. */
export async function listUnratedProducts(
  db: Db,
  customerId: number,
  locale: Locale,
  limit: number,
): Promise<ReviewedProduct[]> {
  const { rows } = await sql<ReviewedProduct>`
    select ${productColumns(locale)}
    from (
      select l.product_id, max(o.delivered_at) as delivered_at
      from orders o join order_lines l on l.order_id = o.id
      where o.customer_id = ${customerId} and o.status = 'delivered' and l.removed_by_edit is null
        and not exists (select from reviews r where r.product_id = l.product_id and r.customer_id = ${customerId})
      group by l.product_id
    ) delivered join products p on p.id = delivered.product_id ${productJoins}
    where p.status = 'active'
    order by delivered.delivered_at desc nulls last, p.id limit ${limit}`.execute(db);
  return rows;
}
