import { getProductId } from "../catalog/products/product-id.ts";
import { serializeImage } from "../content/images.ts";
import { type Db, withTransaction } from "../platform/db/database.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import type { Customer } from "../platform/http/endpoint.ts";
import { consumeRateLimit } from "../platform/http/rate-limits.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import { getSetting } from "../platform/settings/settings.ts";
import {
  type HelpfulCount,
  type NewReview,
  type OwnReview,
  refusals,
  type ReviewList,
  type ReviewsQuery,
} from "./schema.ts";
import { listPublishedReviews, type ReviewRow } from "./published-sql.ts";
import { reviewLimit, reviewSummaryDays } from "./settings.ts";
import type { OwnReviewRow } from "./sql.ts";
import {
  findPublishedReviewAuthorId,
  deleteVote,
  getHelpfulCount,
  insertVote,
  listAvailablePhotos,
  upsertReview,
  replacePhotos,
} from "./submission-sql.ts";

const DAY_MS = 86_400_000;

/**
 * Lists published reviews with the histogram of stars and the customer's own unpublished review.
 * @throws refusal
 * `product_not_found`.
 */
export async function listReviews(
  db: Db,
  slugOrId: string,
  query: ReviewsQuery,
  { customer, locale, now }: { customer: Customer | null; locale: Locale; now: Date },
): Promise<ReviewList> {
  const { page, per_page: perPage } = query;
  const summaryDays = await getSetting(db, reviewSummaryDays);
  const result = await listPublishedReviews(db, slugOrId, {
    ...query,
    limit: perPage,
    offset: (page - 1) * perPage,
    customerId: customer?.id ?? null,
    locale,
    summariesSince: new Date(now.getTime() - summaryDays * DAY_MS),
  });
  if (!result) throw refuse(refusals, "product_not_found");
  const histogram = result.stars;
  const count = histogram.reduce((sum, one) => sum + one, 0);
  const totalStars = histogram.reduce((sum, one, index) => sum + one * (index + 1), 0);
  return {
    items: result.items.map(serializeReview),
    total: result.total ?? count,
    page,
    per_page: perPage,
    average: count === 0 ? 0 : Math.round((totalStars * 10) / count) / 10,
    count,
    histogram,
    with_photos: result.with_photos,
    photos_count: result.photos_count,
    photos: result.photos.map((photo) => serializeImage(photo, "")),
    words: result.words,
    summary: result.summary && { ...result.summary, checked_at: new Date(result.summary.checked_at).toISOString() },
    own: result.own && serializeOwnReview(result.own),
  };
}

/** Returns when the summary in a list is too old to be shown, in ms since 1970; null if there is none. */
export async function findEndOfSummary(db: Db, { summary }: Pick<ReviewList, "summary">): Promise<number | null> {
  return summary && Date.parse(summary.checked_at) + (await getSetting(db, reviewSummaryDays)) * DAY_MS;
}

function serializeReview(row: ReviewRow) {
  const {
    id,
    author_name,
    rating,
    text,
    locale,
    is_verified_purchase,
    helpful_count,
    voted,
    published_at,
    shop_answer,
    photos,
  } = row;
  return {
    id,
    author: author_name,
    age: row.author_age,
    skin: row.author_skin,
    rating,
    text,
    locale,
    bought: is_verified_purchase,
    helpful: helpful_count,
    voted,
    created_at: published_at.toISOString(),
    shop_answer,
    photos: photos.map((photo) => serializeImage(photo, "")),
  };
}

/** Serializes a review for its author. */
export function serializeOwnReview(row: OwnReviewRow): OwnReview {
  const {
    id,
    rating,
    text,
    locale,
    status,
    reject_reason,
    is_verified_purchase,
    helpful_count,
    created_at,
    shop_answer,
    photos,
  } = row;
  return {
    id,
    rating,
    text,
    locale,
    age: row.author_age,
    skin: row.author_skin,
    status,
    reject_reason,
    bought: is_verified_purchase,
    helpful: helpful_count,
    created_at: created_at.toISOString(),
    shop_answer,
    photos: photos.map((photo) => ({ id: photo.id, ...serializeImage(photo, "") })),
  };
}

/**
 * Submits the customer's review of a product; submitting again changes it until it is published.
 * @throws refusal `product_not_found`, `review_published` or `too_many_requests`, or `validation_failed` with
 * `photo_unknown` for the field `photos`.
 */
export async function submitReview(
  db: Db,
  customer: Customer,
  slugOrId: string,
  newReview: NewReview,
  { locale, now }: { locale: Locale; now: Date },
): Promise<{ isNew: boolean }> {
  const productId = await getProductId(db, slugOrId);
  await consumeRateLimit(
    db,
    { name: "reviews:reviews_per_customer", subject: customer.id },
    { ...(await getSetting(db, reviewLimit)), now },
  );
  return withTransaction(db, async (db) => {
    const saved = await upsertReview(db, { ...newReview, productId, customerId: customer.id, locale, now });
    if (!saved) throw refuse(refusals, "review_published");
    const mediaIds = [...new Set(newReview.photos)];
    const availablePhotos = await listAvailablePhotos(db, customer.id, saved.id);
    if (mediaIds.some((id) => !availablePhotos.has(id)))
      throw refuse(commonRefusals, "validation_failed", { fields: { photos: ["photo_unknown"] } });
    await replacePhotos(db, { reviewId: saved.id, customerId: customer.id, mediaIds, now });
    return { isNew: saved.is_new };
  });
}

/**
 * Adds or removes the customer's helpful vote for a published review. Idempotent.
 * @throws refusal `review_not_found` or `review_own`.
 */
export async function voteHelpful(
  db: Db,
  customer: Customer,
  reviewId: number,
  { voted }: { voted: boolean },
): Promise<HelpfulCount> {
  const authorId = await findPublishedReviewAuthorId(db, reviewId);
  if (authorId === undefined) throw refuse(refusals, "review_not_found");
  if (authorId === customer.id) throw refuse(refusals, "review_own");
  if (voted) await insertVote(db, reviewId, customer.id);
  else await deleteVote(db, reviewId, customer.id);
  return { helpful: (await getHelpfulCount(db, reviewId)) ?? 0, voted };
}
