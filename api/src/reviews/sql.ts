import { type RawBuilder, sql } from "kysely";
import { whereSlugOrId } from "../catalog/products/slug-or-id.ts";
import type { MediaRow } from "../content/images.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { ContentStatus, ReviewSort } from "./schema.ts";

export type PhotoRow = MediaRow & { id: number };

export type ReviewRow = {
  id: number;
  author_name: string;
  rating: number;
  text: string;
  locale: Locale;
  is_verified_purchase: boolean;
  helpful_count: number;
  voted: boolean;
  published_at: Date;
  shop_answer: string;
  photos: PhotoRow[];
};

export type OwnReviewRow = {
  id: number;
  rating: number;
  text: string;
  locale: Locale;
  status: ContentStatus;
  reject_reason: string;
  is_verified_purchase: boolean;
  helpful_count: number;
  created_at: Date;
  shop_answer: string;
  photos: PhotoRow[];
};

export type ReviewsFilter = {
  sort: ReviewSort;
  stars: number | undefined;
  limit: number;
  offset: number;
  /** The requesting customer; null for a guest. */
  customerId: number | null;
};

/** A page of published reviews, and the customer's own review while it is not published. */
export type PublishedReviews = {
  items: ReviewRow[];
  /** Number of reviews with 1 to 5 stars. */
  stars: number[];
  own: OwnReviewRow | null;
};

/** Selects the photos of the reviews aliased as r, in their order. */
export const selectPhotos = sql`
  coalesce((select jsonb_agg(jsonb_build_object('id', m.id, 'key', m.key, 'width', m.width, 'height', m.height) order by f.position)
    from review_photos f join media m on m.id = f.media_id where f.review_id = r.id), '[]')`;

/** The columns of a customer's own reviews, aliased as r. */
export const ownReviewColumns = sql`
  r.id, r.rating, r.text, r.locale, r.status, r.reject_reason, r.is_verified_purchase, r.helpful_count, r.created_at, r.shop_answer, ${selectPhotos} as photos`;

const sortOrders: Record<ReviewSort, RawBuilder<unknown>> = {
  new: sql`published_at desc, id desc`,
  helpful: sql`helpful_count desc, published_at desc, id desc`,
  high: sql`rating desc, published_at desc, id desc`,
  low: sql`rating, published_at desc, id desc`,
};

/**
 * Lists a product's published reviews with the number of reviews per star rating and the customer's own unpublished
 * review; undefined if the product does not exist. A single statement, so that all parts are consistent.
 */
export async function listPublishedReviews(
  db: Db,
  slugOrId: string,
  { sort, stars, limit, offset, customerId }: ReviewsFilter,
): Promise<PublishedReviews | undefined> {
  const starsCondition = stars === undefined ? sql`` : sql`and rating = ${stars}`;
  const voted =
    customerId === null
      ? sql`false`
      : sql`exists (select from review_votes v where v.review_id = r.id and v.customer_id = ${customerId})`;
  const own =
    customerId === null
      ? sql`null`
      : sql`(select to_jsonb(own) from (select ${ownReviewColumns} from reviews r
          where r.product_id = p.id and r.customer_id = ${customerId} and r.status <> 'published') own)`;
  const { rows } = await sql<PublishedReviews>`
    select
      (select coalesce(jsonb_agg(page order by page.ord), '[]') from (
        select r.id, r.author_name, r.rating, r.text, r.locale, r.is_verified_purchase, r.helpful_count, r.published_at, r.shop_answer,
          ${voted} as voted, ${selectPhotos} as photos, r.ord
        from (select *, row_number() over () as ord from (
          select * from reviews where product_id = p.id and status = 'published' ${starsCondition}
          order by ${sortOrders[sort]} limit ${sql.lit(limit)} offset ${offset}) page_reviews) r) page) as items,
      p.rating_counts as stars,
      ${own} as own
    from products p where ${whereSlugOrId(slugOrId)} and p.status <> 'hidden'`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...row,
      items: row.items.map((item) => ({ ...item, published_at: new Date(item.published_at) })),
      own: row.own && { ...row.own, created_at: new Date(row.own.created_at) },
    }
  );
}

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
  case when p.status = 'hidden' then null else p.slug end as link_rewrite,
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
