import { getProductId } from "../catalogue/service.ts";
import { pictureOf } from "../content/pictures.ts";
import { type Db, withTransaction } from "../platform/db.ts";
import { commonRefusals, refuse } from "../platform/errors.ts";
import type { Customer } from "../platform/http.ts";
import { hitLimit } from "../platform/limits.ts";
import type { Locale } from "../platform/locale.ts";
import { settingValue } from "../platform/settings.ts";
import {
  type HelpfulCount,
  type NewReview,
  type OwnReview,
  refusals,
  type ReviewList,
  type ReviewsQuery,
} from "./schema.ts";
import { reviewLimit } from "./settings.ts";
import { type OwnReviewRow, publishedReviews, type ReviewRow } from "./sql.ts";
import {
  authorOfPublished,
  deleteVote,
  helpfulOf,
  insertVote,
  photosAtHand,
  putReview,
  setPhotos,
} from "./writing-sql.ts";

/** Published reviews with the histogram of stars, and the asker's own that waits. Refuses `product_not_found`. */
export async function listReviews(
  db: Db,
  slugOrId: string,
  { page, per_page: perPage, sort, stars }: ReviewsQuery,
  customer: Customer | null,
): Promise<ReviewList> {
  const found = await publishedReviews(db, slugOrId, {
    sort,
    stars,
    limit: perPage,
    offset: (page - 1) * perPage,
    customerId: customer?.id ?? null,
  });
  if (!found) throw refuse(refusals, "product_not_found");
  const histogram = found.stars;
  const count = histogram.reduce((sum, one) => sum + one, 0);
  const given = histogram.reduce((sum, one, at) => sum + one * (at + 1), 0);
  return {
    items: found.items.map(shownReview),
    total: stars === undefined ? count : (histogram[stars - 1] ?? 0),
    page,
    per_page: perPage,
    average: count === 0 ? 0 : Math.round((given * 10) / count) / 10,
    count,
    histogram,
    own: found.own && shownOwnReview(found.own),
  };
}

function shownReview(row: ReviewRow) {
  const { id, author_name, rating, text, locale, bought, helpful, voted, published_at, shop_answer, photos } = row;
  return {
    id,
    author: author_name,
    rating,
    text,
    locale,
    bought,
    helpful,
    voted,
    created_at: published_at.toISOString(),
    shop_answer,
    photos: photos.map((photo) => pictureOf(photo, "")),
  };
}

export function shownOwnReview(row: OwnReviewRow): OwnReview {
  const { id, rating, text, locale, status, reject_reason, bought, helpful, created_at, shop_answer, photos } = row;
  return {
    id,
    rating,
    text,
    locale,
    status,
    reject_reason,
    bought,
    helpful,
    created_at: created_at.toISOString(),
    shop_answer,
    photos: photos.map((photo) => ({ id: photo.id, ...pictureOf(photo, "") })),
  };
}

/**
 * A customer's one review of a product; sent again, it is changed, until it is published.
 * Refuses `product_not_found`, `review_published`, `too_many_requests`, and `photo_unknown` in the field `photos`.
 */
export async function submitReview(
  db: Db,
  customer: Customer,
  slugOrId: string,
  written: NewReview,
  { locale, now }: { locale: Locale; now: Date },
): Promise<{ isNew: boolean }> {
  const productId = await getProductId(db, slugOrId);
  await hitLimit(db, `review:${customer.id}`, { ...(await settingValue(db, reviewLimit)), now });
  return withTransaction(db, async (db) => {
    const { rating, text } = written;
    const put = await putReview(db, { productId, customerId: customer.id, rating, text, locale, now });
    if (!put) throw refuse(refusals, "review_published");
    const mediaIds = [...new Set(written.photos)];
    const atHand = await photosAtHand(db, customer.id, put.id);
    if (mediaIds.some((id) => !atHand.has(id)))
      throw refuse(commonRefusals, "validation_failed", { fields: { photos: ["photo_unknown"] } });
    await setPhotos(db, { reviewId: put.id, customerId: customer.id, mediaIds, now });
    return { isNew: put.is_new };
  });
}

/** Says that a published review helped, or takes it back; again changes nothing. Refuses `review_not_found`, `review_own`. */
export async function voteHelpful(
  db: Db,
  customer: Customer,
  reviewId: number,
  { voted }: { voted: boolean },
): Promise<HelpfulCount> {
  const author = await authorOfPublished(db, reviewId);
  if (author === undefined) throw refuse(refusals, "review_not_found");
  if (author === customer.id) throw refuse(refusals, "review_own");
  if (voted) await insertVote(db, reviewId, customer.id);
  else await deleteVote(db, reviewId, customer.id);
  return { helpful: (await helpfulOf(db, reviewId)) ?? 0, voted };
}
