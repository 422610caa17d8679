import { type RawBuilder, sql } from "kysely";
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

/** What a decision about a review changes. */
export type ReviewState = {
  status: ContentStatus;
  reject_reason: string;
  shop_answer: string;
  answered_at: Date | null;
  published_at: Date | null;
  is_verified_purchase: boolean;
};
/** What a decision about a question changes. */
export type QuestionState = {
  status: ContentStatus;
  reject_reason: string;
  answer: string;
  answered_at: Date | null;
  published_at: Date | null;
};

const reviewState = sql`r.status, r.reject_reason, r.shop_answer, r.answered_at, r.published_at, r.is_verified_purchase`;
const questionState = sql`q.status, q.reject_reason, q.answer, q.answered_at, q.published_at`;

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

/** The status of a review or question, and the shop's answer, which is empty if there is none. */
export type ContentAnswer = { status: ContentStatus; answer: string };

/** Returns the status and answer of a review, and when it was written. */
export async function findReviewAnswer(
  db: Db,
  id: number,
): Promise<(ContentAnswer & { created_at: Date }) | undefined> {
  const { rows } = await sql<ContentAnswer & { created_at: Date }>`
    select status, shop_answer as answer, created_at from reviews where id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the status and answer of a question. */
export async function findQuestionAnswer(db: Db, id: number): Promise<ContentAnswer | undefined> {
  const { rows } = await sql<ContentAnswer>`select status, answer from questions where id = ${id}`.execute(db);
  return rows[0];
}

/** Locks a review until the end of the transaction. */
export async function lockReview(db: Tx, id: number): Promise<(ModeratedReview & ReviewState) | undefined> {
  const { rows } = await sql<ModeratedReview & ReviewState>`
    select ${reviewColumns}, ${reviewState} from ${reviewTables} where r.id = ${id} for update of r`.execute(db);
  return rows[0];
}

/** Locks a question until the end of the transaction. */
export async function lockQuestion(db: Tx, id: number): Promise<(ModeratedQuestion & QuestionState) | undefined> {
  const { rows } = await sql<ModeratedQuestion & QuestionState>`
    select ${questionColumns}, ${questionState} from ${questionTables} where q.id = ${id} for update of q`.execute(db);
  return rows[0];
}

/**
 * Publishes a review and updates its mark of a verified purchase (`bought`); `published_at` keeps the time of its first
 * publication.
 * @param answer the shop's new answer; undefined to keep the present one
 */
export async function markReviewPublished(
  db: Tx,
  id: number,
  { answer, now }: { answer: string | undefined; now: Date },
): Promise<ReviewState> {
  return updateReview(
    db,
    id,
    sql`status = 'published', published_at = coalesce(r.published_at, ${now}), reject_reason = '',
      is_verified_purchase = ${isVerifiedPurchase(sql`r.customer_id`, sql`r.product_id`)}
      ${answer === undefined ? sql`` : sql`, shop_answer = ${answer}, answered_at = ${now}`}`,
  );
}

/** Rejects a review; a published one is no longer shown. */
export async function markReviewRejected(db: Tx, id: number, reason: string): Promise<ReviewState> {
  return updateReview(db, id, sql`status = 'rejected', reject_reason = ${reason}`);
}

/** Stores the shop's answer to a review. */
export async function setShopAnswer(db: Tx, id: number, answer: string, now: Date): Promise<ReviewState> {
  return updateReview(db, id, sql`shop_answer = ${answer}, answered_at = ${now}`);
}

/** Restores fields of a review. */
export async function restoreReviewState(db: Tx, id: number, state: Partial<ReviewState>): Promise<void> {
  await db.updateTable("reviews").set(state).where("id", "=", id).execute();
}

/** Publishes a question; `published_at` keeps the time of its first publication. */
export async function markQuestionPublished(db: Tx, id: number, now: Date): Promise<QuestionState> {
  return updateQuestion(
    db,
    id,
    sql`status = 'published', published_at = coalesce(published_at, ${now}), reject_reason = ''`,
  );
}

/** Rejects a question; a published one is no longer shown. */
export async function markQuestionRejected(db: Tx, id: number, reason: string): Promise<QuestionState> {
  return updateQuestion(db, id, sql`status = 'rejected', reject_reason = ${reason}`);
}

/** Stores the answer to a question and publishes it. */
export async function setQuestionAnswer(db: Tx, id: number, answer: string, now: Date): Promise<QuestionState> {
  return updateQuestion(
    db,
    id,
    sql`answer = ${answer}, answered_at = ${now}, status = 'published', published_at = coalesce(published_at, ${now}),
      reject_reason = ''`,
  );
}

/** Restores fields of a question. */
export async function restoreQuestionState(db: Tx, id: number, state: Partial<QuestionState>): Promise<void> {
  await db.updateTable("questions").set(state).where("id", "=", id).execute();
}

async function updateReview(db: Tx, id: number, assignments: RawBuilder<unknown>): Promise<ReviewState> {
  const { rows } = await sql<ReviewState>`
    update reviews r set ${assignments} where r.id = ${id} returning ${reviewState}`.execute(db);
  return getOnlyRow(rows);
}

async function updateQuestion(db: Tx, id: number, assignments: RawBuilder<unknown>): Promise<QuestionState> {
  const { rows } = await sql<QuestionState>`
    update questions q set ${assignments} where q.id = ${id} returning ${questionState}`.execute(db);
  return getOnlyRow(rows);
}

function getOnlyRow<Row>([row]: Row[]): Row {
  if (!row) throw new Error("the locked row was not updated");
  return row;
}
