import { type Tx, withTransaction } from "../platform/db.ts";
import { refuse } from "../platform/errors.ts";
import type { House } from "../platform/http.ts";
import { type Happening, tellAuthor } from "./letters.ts";
import {
  lockQuestion,
  lockReview,
  markQuestionPublished,
  markQuestionRejected,
  markReviewPublished,
  markReviewRejected,
  type Opinion,
  type QuestionOpinion,
  type ReviewOpinion,
  setQuestionAnswer,
  setShopAnswer,
} from "./moderation-sql.ts";
import { refusals } from "./schema.ts";

/**
 * Publishes a review, with the shop's answer where there is one; its author is told with the same commit, once.
 * @returns false where it was published already, with this answer. Refuses `review_not_found`.
 */
export async function publishReview(house: House, id: number, answer?: string): Promise<boolean> {
  return withTransaction(house.db, async (db) => {
    const review = await heldReview(db, id);
    const now = house.clock.now();
    const isAnswered = answer !== undefined && answer !== review.shop_answer;
    if (isAnswered) await setShopAnswer(db, id, answer, now);
    if (review.status !== "published") {
      await markReviewPublished(db, id, now);
      await tell(db, house, review, "review_published");
    } else if (isAnswered) await tell(db, house, review, "review_answered", { answer });
    return isAnswered || review.status !== "published";
  });
}

/** Takes a review out, or keeps it out, and tells its author why. Refuses `review_not_found`. */
export async function rejectReview(house: House, id: number, reason: string): Promise<void> {
  await withTransaction(house.db, async (db) => {
    const review = await heldReview(db, id);
    await markReviewRejected(db, id, reason);
    await tell(db, house, review, "review_rejected", { reason });
  });
}

/**
 * Publishes a question as it is, before it is answered; its author is told with the same commit, once.
 * @returns false where it was published already. Refuses `question_not_found`.
 */
export async function publishQuestion(house: House, id: number): Promise<boolean> {
  return withTransaction(house.db, async (db) => {
    const question = await heldQuestion(db, id);
    if (question.status === "published") return false;
    await markQuestionPublished(db, id, house.clock.now());
    await tell(db, house, question, "question_published");
    return true;
  });
}

/**
 * Answers a question, which publishes it, or mends the answer; its author is told with the same commit.
 * @returns false where it stands there with this very answer. Refuses `question_not_found`.
 */
export async function answerQuestion(house: House, id: number, answer: string): Promise<boolean> {
  return withTransaction(house.db, async (db) => {
    const question = await heldQuestion(db, id);
    if (question.status === "published" && question.answer === answer) return false;
    const now = house.clock.now();
    await setQuestionAnswer(db, id, answer, now);
    if (question.status !== "published") await markQuestionPublished(db, id, now);
    await tell(db, house, question, "question_answered", { question: question.text, answer });
    return true;
  });
}

/** Takes a question out, or keeps it out, and tells its author why. Refuses `question_not_found`. */
export async function rejectQuestion(house: House, id: number, reason: string): Promise<void> {
  await withTransaction(house.db, async (db) => {
    const question = await heldQuestion(db, id);
    await markQuestionRejected(db, id, reason);
    await tell(db, house, question, "question_rejected", { question: question.text, reason });
  });
}

async function heldReview(db: Tx, id: number): Promise<ReviewOpinion> {
  const review = await lockReview(db, id);
  if (!review) throw refuse(refusals, "review_not_found");
  return review;
}

async function heldQuestion(db: Tx, id: number): Promise<QuestionOpinion> {
  const question = await lockQuestion(db, id);
  if (!question) throw refuse(refusals, "question_not_found");
  return question;
}

async function tell(
  db: Tx,
  { config, clock }: House,
  opinion: Opinion & { notify?: boolean },
  kind: Happening["kind"],
  said: Happening["said"] = {},
): Promise<void> {
  await tellAuthor(db, config, { kind, opinion, said, now: clock.now() });
}
