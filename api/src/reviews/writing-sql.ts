import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import type { NewQuestion } from "./schema.ts";

/** The name that an opinion is signed with: the first name, and the first letter of the other. */
const signature = sql`c.name || coalesce(' ' || left(c.surname, 1) || '.', '')`;

/** True of a review as r whose author paid for the product here and kept it. */
export const boughtHere = (customer: unknown, product: unknown) => sql<boolean>`exists (
  select from order_lines l join orders o on o.id = l.order_id
  where l.product_id = ${product} and o.customer_id = ${customer} and o.status in ('paid', 'packing', 'shipped', 'delivered'))`;

/**
 * Writes a customer's one review of a product, or what he changed in it. Undefined where it is published already.
 * @returns its id, and whether there was none before.
 */
export async function putReview(
  db: Tx,
  one: { productId: number; customerId: number; rating: number; text: string; locale: Locale; now: Date },
): Promise<{ id: number; is_new: boolean } | undefined> {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into reviews as r (product_id, customer_id, rating, text, locale, author_name, bought, created_at)
    select ${one.productId}, c.id, ${one.rating}, ${one.text}, ${one.locale}, ${signature},
      ${boughtHere(sql`c.id`, one.productId)}, ${one.now}
    from customers c where c.id = ${one.customerId}
    on conflict (product_id, customer_id) do update set
      rating = excluded.rating, text = excluded.text, locale = excluded.locale, author_name = excluded.author_name,
      bought = excluded.bought, created_at = excluded.created_at, status = 'pending', reject_reason = ''
    where r.status <> 'published'
    returning r.id, r.xmax = 0 as is_new`.execute(db);
  return rows[0];
}

/** The photographs that a customer may name in a review: those that he sent, and those that stand in it. */
export async function photosAtHand(db: Tx, customerId: number, reviewId: number): Promise<Set<number>> {
  const { rows } = await sql<{ media_id: number }>`
    select media_id from review_uploads where customer_id = ${customerId}
    union select media_id from review_photos where review_id = ${reviewId}`.execute(db);
  return new Set(rows.map((row) => row.media_id));
}

/** Puts these photographs into a review, in this order. Those that stood in it and do no longer wait for their end. */
export async function setPhotos(
  db: Tx,
  one: { reviewId: number; customerId: number; mediaIds: number[]; now: Date },
): Promise<void> {
  await sql`
    with gone as (delete from review_photos where review_id = ${one.reviewId} returning media_id)
    insert into review_uploads (media_id, customer_id, uploaded_at)
    select media_id, ${one.customerId}, ${one.now} from gone on conflict do nothing`.execute(db);
  if (one.mediaIds.length === 0) return;
  await db
    .insertInto("review_photos")
    .values(one.mediaIds.map((media_id, at) => ({ review_id: one.reviewId, position: at + 1, media_id })))
    .execute();
  await db
    .deleteFrom("review_uploads")
    .where("customer_id", "=", one.customerId)
    .where("media_id", "in", one.mediaIds)
    .execute();
}

export async function insertUpload(db: Db, customerId: number, mediaId: number, at: Date): Promise<void> {
  await db
    .insertInto("review_uploads")
    .values({ customer_id: customerId, media_id: mediaId, uploaded_at: at })
    .onConflict((on) => on.columns(["media_id", "customer_id"]).doUpdateSet({ uploaded_at: at }))
    .execute();
}

/** Photographs that have waited for their review since before a moment. */
export async function oldUploads(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ media_id: number }>`
    select distinct media_id from review_uploads where uploaded_at < ${before} order by media_id limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.media_id);
}

export async function deleteUploads(db: Tx, mediaId: number, before: Date): Promise<void> {
  await db.deleteFrom("review_uploads").where("media_id", "=", mediaId).where("uploaded_at", "<", before).execute();
}

/** Whose a published review is; undefined where there is no such one. */
export async function authorOfPublished(db: Db, reviewId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("reviews")
    .select("customer_id")
    .where("id", "=", reviewId)
    .where("status", "=", "published")
    .executeTakeFirst();
  return row?.customer_id;
}

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

/** How many found a review helpful; undefined where it is gone. */
export async function helpfulOf(db: Db, reviewId: number): Promise<number | undefined> {
  const row = await db.selectFrom("reviews").select("helpful").where("id", "=", reviewId).executeTakeFirst();
  return row?.helpful;
}

/** Writes a question, once however often it is sent. @returns its id, and whether it is new. */
export async function putQuestion(
  db: Tx,
  one: NewQuestion & { productId: number; customerId: number; locale: Locale; now: Date },
): Promise<{ id: number; is_new: boolean } | undefined> {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into questions as q (product_id, customer_id, text, is_public, notify, locale, author_name, created_at)
    select ${one.productId}, c.id, ${one.text}, ${one.is_public}, ${one.notify}, ${one.locale}, ${signature}, ${one.now}
    from customers c where c.id = ${one.customerId}
    on conflict (product_id, customer_id, md5(text)) do update set notify = excluded.notify
    returning q.id, q.xmax = 0 as is_new`.execute(db);
  return rows[0];
}
