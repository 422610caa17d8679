import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import type { ContentStatus } from "../schema.ts";
import { isVerifiedPurchase } from "../submission-sql.ts";

/** A review or question with its author and product, as moderation and notifications need it. */
export type UserContent = {
  id: number;
  status: ContentStatus;
  locale: Locale;
  author_name: string;
  customer_id: number;
  email: string;
  /** False if the author has deleted their account. */
  is_reachable: boolean;
  text: string;
  /** In the language of the content. */
  product_name: string;
  /** Slug of the product. */
  slug: string;
  created_at: Date;
};
/** A review to moderate; `photos` is their number. */
export type ModeratedReview = UserContent & { rating: number; photos: number; shop_answer: string };
export type ModeratedQuestion = UserContent & { answer: string; notify: boolean; is_public: boolean };

/** The columns of `UserContent` of reviews, aliased as r, or questions, aliased as q. */
const contentColumns = (table: "r" | "q") => sql`
  ${sql.ref(`${table}.id`)}, ${sql.ref(`${table}.status`)}, ${sql.ref(`${table}.locale`)}, ${sql.ref(`${table}.author_name`)}, ${sql.ref(`${table}.text`)},
  ${sql.ref(`${table}.created_at`)}, c.id as customer_id, c.email, c.deleted_at is null as is_reachable, p.slug,
  case ${sql.ref(`${table}.locale`)} when 'ru-RU' then p.name_ru else p.name_en end as product_name`;

const reviewColumns = sql`${contentColumns("r")}, r.rating, r.shop_answer,
  (select count(*) from review_photos f where f.review_id = r.id) as photos`;
const reviewTables = sql`reviews r join customers c on c.id = r.customer_id join products p on p.id = r.product_id`;
const questionColumns = sql`${contentColumns("q")}, q.answer, q.notify, q.is_public`;
const questionTables = sql`questions q join customers c on c.id = q.customer_id join products p on p.id = q.product_id`;

/** Lists reviews with a status, oldest first. */
export async function listReviewsByStatus(db: Db, status: ContentStatus, limit: number): Promise<ModeratedReview[]> {
  const { rows } = await sql<ModeratedReview>`
    select ${reviewColumns} from ${reviewTables} where r.status = ${status} order by r.created_at, r.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Lists questions with a status, oldest first. */
export async function listQuestionsByStatus(
  db: Db,
  status: ContentStatus,
  limit: number,
): Promise<ModeratedQuestion[]> {
  const { rows } = await sql<ModeratedQuestion>`
    select ${questionColumns} from ${questionTables} where q.status = ${status} order by q.created_at, q.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Locks a review until the end of the transaction. */
export async function lockReview(db: Tx, id: number): Promise<ModeratedReview | undefined> {
  const { rows } = await sql<ModeratedReview>`
    select ${reviewColumns} from ${reviewTables} where r.id = ${id} for update of r`.execute(db);
  return rows[0];
}

/** Locks a question until the end of the transaction. */
export async function lockQuestion(db: Tx, id: number): Promise<ModeratedQuestion | undefined> {
  const { rows } = await sql<ModeratedQuestion>`
    select ${questionColumns} from ${questionTables} where q.id = ${id} for update of q`.execute(db);
  return rows[0];
}

/** Publishes a review and updates its mark of a verified purchase (`bought`). */
export async function markReviewPublished(db: Tx, id: number, timestamp: Date): Promise<void> {
  await sql`
    update reviews r set status = 'published', published_at = coalesce(r.published_at, ${timestamp}), reject_reason = '',
      is_verified_purchase = ${isVerifiedPurchase(sql`r.customer_id`, sql`r.product_id`)}
    where r.id = ${id}`.execute(db);
}

/** Rejects a review; a published one is no longer shown. */
export async function markReviewRejected(db: Tx, id: number, reason: string): Promise<void> {
  await db.updateTable("reviews").set({ status: "rejected", reject_reason: reason }).where("id", "=", id).execute();
}

/** Stores the shop's answer to a review. */
export async function setShopAnswer(db: Tx, id: number, answer: string, timestamp: Date): Promise<void> {
  await db.updateTable("reviews").set({ shop_answer: answer, answered_at: timestamp }).where("id", "=", id).execute();
}

/** Publishes a question; `published_at` keeps the time of its first publication. */
export async function markQuestionPublished(db: Tx, id: number, timestamp: Date): Promise<void> {
  await sql`
    update questions set status = 'published', published_at = coalesce(published_at, ${timestamp}), reject_reason = ''
    where id = ${id}`.execute(db);
}

/** Rejects a question; a published one is no longer shown. */
export async function markQuestionRejected(db: Tx, id: number, reason: string): Promise<void> {
  await db.updateTable("questions").set({ status: "rejected", reject_reason: reason }).where("id", "=", id).execute();
}

/** Stores the answer to a question. */
export async function setQuestionAnswer(db: Tx, id: number, answer: string, timestamp: Date): Promise<void> {
  await db.updateTable("questions").set({ answer, answered_at: timestamp }).where("id", "=", id).execute();
}
