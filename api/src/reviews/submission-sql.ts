import { sql } from "kysely";
import type { Db, Tx } from "../platform/db/database.ts";
import type { Locale } from "../platform/i18n/locale.ts";
import type { NewQuestion, NewReview } from "./schema.ts";

/** The author name shown with reviews and questions: first name and initial of the surname. */
const authorName = sql`c.name || coalesce(' ' || left(c.surname, 1) || '.', '')`;

/**
 * SQL condition: the customer has paid for the product and not returned it.
 * @param customer id or SQL expression of it
 * @param product id or SQL expression of it
 */
export const isVerifiedPurchase = (customer: unknown, product: unknown) => sql<boolean>`exists (
  select from order_lines l join orders o on o.id = l.order_id
  where l.product_id = ${product} and l.removed_by_edit is null and o.customer_id = ${customer} and o.status in ('paid', 'packing', 'shipped', 'delivered'))`;

/**
 * Inserts a customer's review of a product, or updates it.
 * @returns its id and whether it is new; undefined if it is already published.
 */
export async function upsertReview(
  db: Tx,
  review: NewReview & { productId: number; customerId: number; locale: Locale; now: Date },
): Promise<{ id: number; is_new: boolean } | undefined> {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into reviews as r (product_id, customer_id, rating, text, locale, author_name, author_age, author_skin,
      is_verified_purchase, created_at)
    select ${review.productId}, c.id, ${review.rating}, ${review.text}, ${review.locale}, ${authorName}, ${review.age}, ${review.skin},
      ${isVerifiedPurchase(sql`c.id`, review.productId)}, ${review.now}
    from customers c where c.id = ${review.customerId}
    on conflict (product_id, customer_id) do update set
      rating = excluded.rating, text = excluded.text, locale = excluded.locale, author_name = excluded.author_name,
      author_age = excluded.author_age, author_skin = excluded.author_skin,
      is_verified_purchase = excluded.is_verified_purchase, created_at = excluded.created_at, status = 'pending', reject_reason = ''
    where r.status <> 'published'
    returning r.id, r.xmax = 0 as is_new`.execute(db);
  return rows[0];
}

/** Returns the media ids that a customer may reference in a review: their uploads and the photos already in it. */
export async function listAvailablePhotos(db: Tx, customerId: number, reviewId: number): Promise<Set<number>> {
  const { rows } = await sql<{ media_id: number }>`
    select media_id from review_uploads where customer_id = ${customerId}
    union select media_id from review_photos where review_id = ${reviewId}`.execute(db);
  return new Set(rows.map((row) => row.media_id));
}

/** Sets the photos of a review in the given order. Removed photos become unused uploads again, which expire. */
export async function replacePhotos(
  db: Tx,
  changes: { reviewId: number; customerId: number; mediaIds: number[]; now: Date },
): Promise<void> {
  await sql`
    with removed as (delete from review_photos where review_id = ${changes.reviewId} returning media_id)
    insert into review_uploads (media_id, customer_id, uploaded_at)
    select media_id, ${changes.customerId}, ${changes.now} from removed on conflict do nothing`.execute(db);
  if (changes.mediaIds.length === 0) return;
  await db
    .insertInto("review_photos")
    .values(changes.mediaIds.map((media_id, index) => ({ review_id: changes.reviewId, position: index + 1, media_id })))
    .execute();
  await db
    .deleteFrom("review_uploads")
    .where("customer_id", "=", changes.customerId)
    .where("media_id", "in", changes.mediaIds)
    .execute();
}

/** Records an uploaded photo that no review of the customer uses yet; uploading it again renews its time. */
export async function insertUpload(db: Db, customerId: number, mediaId: number, uploadedAt: Date): Promise<void> {
  await db
    .insertInto("review_uploads")
    .values({ customer_id: customerId, media_id: mediaId, uploaded_at: uploadedAt })
    .onConflict((on) => on.columns(["media_id", "customer_id"]).doUpdateSet({ uploaded_at: uploadedAt }))
    .execute();
}

/** Lists the media ids of unused uploads older than `before`. Reviews of other customers may use the same image. */
export async function listExpiredUploads(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ media_id: number }>`
    select distinct media_id from review_uploads where uploaded_at < ${before} order by media_id limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.media_id);
}

/** Deletes the records of unused uploads of an image older than `before`; the image itself stays. */
export async function deleteUploads(db: Tx, mediaId: number, before: Date): Promise<void> {
  await db.deleteFrom("review_uploads").where("media_id", "=", mediaId).where("uploaded_at", "<", before).execute();
}

/** Returns the customer id of the author of a published review; undefined if there is no such review. */
export async function findPublishedReviewAuthorId(db: Db, reviewId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("reviews")
    .select("customer_id")
    .where("id", "=", reviewId)
    .where("status", "=", "published")
    .executeTakeFirst();
  return row?.customer_id;
}

/** Records a helpful vote; idempotent. A trigger updates the number of votes. */
export async function insertVote(db: Db, reviewId: number, customerId: number): Promise<void> {
  await db
    .insertInto("review_votes")
    .values({ review_id: reviewId, customer_id: customerId })
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function deleteVote(db: Db, reviewId: number, customerId: number): Promise<void> {
  await db.deleteFrom("review_votes").where("review_id", "=", reviewId).where("customer_id", "=", customerId).execute();
}

/** Returns the number of helpful votes; undefined if the review does not exist. */
export async function getHelpfulCount(db: Db, reviewId: number): Promise<number | undefined> {
  const row = await db.selectFrom("reviews").select("helpful_count").where("id", "=", reviewId).executeTakeFirst();
  return row?.helpful_count;
}

/**
 * Inserts a question. If the customer has asked the same about the product before, only `notify` is updated.
 * @returns its id and whether it is new; undefined if there is no such customer
 */
export async function upsertQuestion(
  db: Tx,
  question: NewQuestion & { productId: number; customerId: number; locale: Locale; now: Date },
): Promise<{ id: number; is_new: boolean } | undefined> {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into questions as q (product_id, customer_id, text, is_public, notify, locale, author_name, created_at)
    select ${question.productId}, c.id, ${question.text}, ${question.is_public}, ${question.notify}, ${question.locale}, ${authorName}, ${question.now}
    from customers c where c.id = ${question.customerId}
    on conflict (product_id, customer_id, md5(text)) do update set notify = excluded.notify
    returning q.id, q.xmax = 0 as is_new`.execute(db);
  return rows[0];
}
