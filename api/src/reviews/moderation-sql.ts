import { sql } from "kysely";
import type { Db, Tx } from "../platform/db.ts";
import type { Locale } from "../platform/locale.ts";
import type { OpinionStatus } from "./schema.ts";
import { boughtHere } from "./writing-sql.ts";

export type Opinion = {
  id: number;
  status: OpinionStatus;
  locale: Locale;
  author_name: string;
  customer_id: number;
  email: string;
  /** The author has not left the shop. */
  is_reachable: boolean;
  text: string;
  /** In the language of the opinion. */
  product_name: string;
  slug: string;
  created_at: Date;
};
export type ReviewOpinion = Opinion & { rating: number; photos: number; shop_answer: string };
export type QuestionOpinion = Opinion & { answer: string; notify: boolean; is_public: boolean };

const opinionColumns = (of: "r" | "q") => sql`
  ${sql.ref(`${of}.id`)}, ${sql.ref(`${of}.status`)}, ${sql.ref(`${of}.locale`)}, ${sql.ref(`${of}.author_name`)}, ${sql.ref(`${of}.text`)},
  ${sql.ref(`${of}.created_at`)}, c.id as customer_id, c.email, c.deleted_at is null as is_reachable, p.slug,
  case ${sql.ref(`${of}.locale`)} when 'ru-RU' then p.name_ru else p.name_en end as product_name`;

const reviewColumns = sql`${opinionColumns("r")}, r.rating, r.shop_answer,
  (select count(*) from review_photos f where f.review_id = r.id) as photos`;
const reviewTables = sql`reviews r join customers c on c.id = r.customer_id join products p on p.id = r.product_id`;
const questionColumns = sql`${opinionColumns("q")}, q.answer, q.notify, q.is_public`;
const questionTables = sql`questions q join customers c on c.id = q.customer_id join products p on p.id = q.product_id`;

/** Reviews of a status, those that have waited longest first. */
export async function reviewsOfStatus(db: Db, status: OpinionStatus, limit: number): Promise<ReviewOpinion[]> {
  const { rows } = await sql<ReviewOpinion>`
    select ${reviewColumns} from ${reviewTables} where r.status = ${status} order by r.created_at, r.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Questions of a status, those that have waited longest first. */
export async function questionsOfStatus(db: Db, status: OpinionStatus, limit: number): Promise<QuestionOpinion[]> {
  const { rows } = await sql<QuestionOpinion>`
    select ${questionColumns} from ${questionTables} where q.status = ${status} order by q.created_at, q.id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** One review, held until the transaction ends. */
export async function lockReview(db: Tx, id: number): Promise<ReviewOpinion | undefined> {
  const { rows } = await sql<ReviewOpinion>`
    select ${reviewColumns} from ${reviewTables} where r.id = ${id} for update of r`.execute(db);
  return rows[0];
}

/** One question, held until the transaction ends. */
export async function lockQuestion(db: Tx, id: number): Promise<QuestionOpinion | undefined> {
  const { rows } = await sql<QuestionOpinion>`
    select ${questionColumns} from ${questionTables} where q.id = ${id} for update of q`.execute(db);
  return rows[0];
}

/** Publishes a review, and looks again whether its author bought the product. */
export async function markReviewPublished(db: Tx, id: number, at: Date): Promise<void> {
  await sql`
    update reviews r set status = 'published', published_at = coalesce(r.published_at, ${at}), reject_reason = '',
      bought = ${boughtHere(sql`r.customer_id`, sql`r.product_id`)}
    where r.id = ${id}`.execute(db);
}

export async function markReviewRejected(db: Tx, id: number, reason: string): Promise<void> {
  await db.updateTable("reviews").set({ status: "rejected", reject_reason: reason }).where("id", "=", id).execute();
}

export async function setShopAnswer(db: Tx, id: number, answer: string, at: Date): Promise<void> {
  await db.updateTable("reviews").set({ shop_answer: answer, answered_at: at }).where("id", "=", id).execute();
}

export async function markQuestionPublished(db: Tx, id: number, at: Date): Promise<void> {
  await sql`
    update questions set status = 'published', published_at = coalesce(published_at, ${at}), reject_reason = ''
    where id = ${id}`.execute(db);
}

export async function markQuestionRejected(db: Tx, id: number, reason: string): Promise<void> {
  await db.updateTable("questions").set({ status: "rejected", reject_reason: reason }).where("id", "=", id).execute();
}

export async function setQuestionAnswer(db: Tx, id: number, answer: string, at: Date): Promise<void> {
  await db.updateTable("questions").set({ answer, answered_at: at }).where("id", "=", id).execute();
}
