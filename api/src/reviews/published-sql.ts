import { type RawBuilder, sql } from "kysely";
import { whereSlugOrId } from "../catalog/products/slug-or-id.ts";
import type { Db } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { AuthorAge, AuthorSkin, ReviewSort, ReviewsQuery, ReviewSummary } from "./schema.ts";
import { ownReviewColumns, type OwnReviewRow, type PhotoRow, selectPhotos } from "./sql.ts";

/** Number of photos that are shown above the reviews. */
const MAX_STRIP_PHOTOS = 6;

export type ReviewRow = {
  id: number;
  author_name: string;
  author_age: AuthorAge | null;
  author_skin: AuthorSkin | null;
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

type ReviewsFilter = Pick<ReviewsQuery, "sort" | "stars" | "group" | "photos" | "word"> & {
  limit: number;
  offset: number;
  /** The requesting customer; null for a guest. */
  customerId: number | null;
  /** Reviews in this language come first. */
  locale: Locale;
  /** Summaries that were checked before are left out. */
  summariesSince: Date;
};

/** A page of published reviews, and what is shown around them. */
export type PublishedReviews = {
  items: ReviewRow[];
  /** Number of reviews that match the filter; null without a filter. */
  total: number | null;
  /** Number of reviews with 1 to 5 stars. */
  stars: number[];
  with_photos: number;
  photos_count: number;
  photos: PhotoRow[];
  words: { word: string; count: number }[];
  summary: ReviewSummary | null;
  /** The customer's own review while it is not published. */
  own: OwnReviewRow | null;
};

const sortOrders: Record<ReviewSort, RawBuilder<unknown>> = {
  new: sql`published_at desc, id desc`,
  helpful: sql`helpful_count desc, published_at desc, id desc`,
  high: sql`rating desc, published_at desc, id desc`,
  low: sql`rating, published_at desc, id desc`,
};

/** Returns the conditions of a filter on the columns of `reviews`. */
function buildConditions({ stars, group, photos, word, locale }: ReviewsFilter): RawBuilder<unknown>[] {
  return [
    ...(stars === undefined ? [] : [sql`rating = ${stars}`]),
    ...(group === undefined ? [] : [group === "good" ? sql`rating >= 4` : sql`rating <= 3`]),
    ...(photos === undefined ? [] : [sql`exists (select from review_photos f where f.review_id = reviews.id)`]),
    // A word that has no stem, such as a stop word, matches nothing.
    ...(word === undefined ? [] : [sql`locale = ${locale} and stems @> array[review_stem(${word})]`]),
  ];
}

/** The photos of the newest reviews with photos, and the number of such reviews; of the product aliased as p. */
const publishedPhotos = sql`review_photos f join reviews r on r.id = f.review_id and r.product_id = p.id and r.status = 'published'`;
const selectStrip = sql`
  (select coalesce(jsonb_agg(strip), '[]') from (
    select m.id, m.key, m.width, m.height from ${publishedPhotos} join media m on m.id = f.media_id
    order by r.published_at desc, r.id desc, f.position limit ${sql.lit(MAX_STRIP_PHOTOS)}) strip) as photos,
  (select count(distinct r.id) from ${publishedPhotos}) as with_photos, (select count(*) from ${publishedPhotos}) as photos_count`;

/** The frequent words and the summary of the product aliased as p, in a language. */
const selectWordsAndSummary = ({ locale, summariesSince }: ReviewsFilter) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('word', w.word, 'count', w.reviews_count) order by w.reviews_count desc, w.word), '[]')
    from review_words w where w.product_id = p.id and w.locale = ${locale}) as words,
  (select to_jsonb(s) - 'product_id' - 'locale' from review_summaries s
    where s.product_id = p.id and s.locale = ${locale} and s.checked_at > ${summariesSince}) as summary`;

/**
 * Lists a product's published reviews with the number of reviews per star rating and the customer's own unpublished
 * review; undefined if the product does not exist. A single statement, so that all parts are consistent.
 */
export async function listPublishedReviews(
  db: Db,
  slugOrId: string,
  filter: ReviewsFilter,
): Promise<PublishedReviews | undefined> {
  const { sort, limit, offset, customerId, locale } = filter;
  const conditions = buildConditions(filter);
  const published = sql`from reviews where product_id = p.id and status = 'published'
    ${conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`}`;
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
        select r.id, r.author_name, r.author_age, r.author_skin, r.rating, r.text, r.locale, r.is_verified_purchase, r.helpful_count,
          r.published_at, r.shop_answer, ${voted} as voted, ${selectPhotos} as photos, chosen.ord
        from (select id, row_number() over () as ord from (
          select id ${published}
          order by (locale = ${locale}) desc, ${sortOrders[sort]} limit ${sql.lit(limit)} offset ${offset}) page_reviews) chosen
        join reviews r on r.id = chosen.id) page) as items,
      ${conditions.length === 0 ? sql`null` : sql`(select count(*) ${published})`} as total,
      p.rating_counts as stars, ${selectStrip}, ${selectWordsAndSummary(filter)},
      ${own} as own
    from products p where ${whereSlugOrId(slugOrId)} and p.status in ('active', 'discontinued')`.execute(db);
  const [row] = rows;
  return (
    row && {
      ...row,
      items: row.items.map((item) => ({ ...item, published_at: new Date(item.published_at) })),
      own: row.own && { ...row.own, created_at: new Date(row.own.created_at) },
    }
  );
}
