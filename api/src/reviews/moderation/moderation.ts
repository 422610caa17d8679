import { type Tx, withTransaction } from "../../platform/db/database.ts";
import { refuse } from "../../platform/http/errors.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { type ModerationEvent, notifyAuthor } from "./notifications.ts";
import {
  lockQuestion,
  lockReview,
  markQuestionPublished,
  markQuestionRejected,
  markReviewPublished,
  markReviewRejected,
  type UserContent,
  type ModeratedQuestion,
  type ModeratedReview,
  setQuestionAnswer,
  setShopAnswer,
} from "./moderation-sql.ts";
import { refusals } from "../schema.ts";

/**
 * Publishes a review, optionally with the shop's answer. Its author is notified once, in the same transaction.
 * @returns false if it was already published with this answer.
 * @throws refusal `review_not_found`.
 */
export async function publishReview(app: AppContext, id: number, answer?: string): Promise<boolean> {
  return withTransaction(app.db, async (db) => {
    const review = await lockReviewOrThrow(db, id);
    const now = app.clock.now();
    const isAnswered = answer !== undefined && answer !== review.shop_answer;
    if (isAnswered) await setShopAnswer(db, id, answer, now);
    if (review.status !== "published") {
      await markReviewPublished(db, id, now);
      await notify(db, app, review, "review_published");
    } else if (isAnswered) await notify(db, app, review, "review_answered", { answer });
    return isAnswered || review.status !== "published";
  });
}

/**
 * Rejects or unpublishes a review and notifies its author of the reason.
 * @throws refusal `review_not_found`.
 */
export async function rejectReview(app: AppContext, id: number, reason: string): Promise<void> {
  await withTransaction(app.db, async (db) => {
    const review = await lockReviewOrThrow(db, id);
    await markReviewRejected(db, id, reason);
    await notify(db, app, review, "review_rejected", { reason });
  });
}

/**
 * Publishes an unanswered question. Its author is notified once, in the same transaction.
 * @returns false if it was already published.
 * @throws refusal `question_not_found`.
 */
export async function publishQuestion(app: AppContext, id: number): Promise<boolean> {
  return withTransaction(app.db, async (db) => {
    const question = await lockQuestionOrThrow(db, id);
    if (question.status === "published") return false;
    await markQuestionPublished(db, id, app.clock.now());
    await notify(db, app, question, "question_published");
    return true;
  });
}

/**
 * Answers a question, which publishes it, or changes the answer. Its author is notified in the same transaction.
 * @returns false if it was already published with this answer.
 * @throws refusal `question_not_found`.
 */
export async function answerQuestion(app: AppContext, id: number, answer: string): Promise<boolean> {
  return withTransaction(app.db, async (db) => {
    const question = await lockQuestionOrThrow(db, id);
    if (question.status === "published" && question.answer === answer) return false;
    const now = app.clock.now();
    await setQuestionAnswer(db, id, answer, now);
    if (question.status !== "published") await markQuestionPublished(db, id, now);
    await notify(db, app, question, "question_answered", { question: question.text, answer });
    return true;
  });
}

/**
 * Rejects or unpublishes a question and notifies its author of the reason.
 * @throws refusal `question_not_found`.
 */
export async function rejectQuestion(app: AppContext, id: number, reason: string): Promise<void> {
  await withTransaction(app.db, async (db) => {
    const question = await lockQuestionOrThrow(db, id);
    await markQuestionRejected(db, id, reason);
    await notify(db, app, question, "question_rejected", { question: question.text, reason });
  });
}

async function lockReviewOrThrow(db: Tx, id: number): Promise<ModeratedReview> {
  const review = await lockReview(db, id);
  if (!review) throw refuse(refusals, "review_not_found");
  return review;
}

async function lockQuestionOrThrow(db: Tx, id: number): Promise<ModeratedQuestion> {
  const question = await lockQuestion(db, id);
  if (!question) throw refuse(refusals, "question_not_found");
  return question;
}

async function notify(
  db: Tx,
  { config, clock }: AppContext,
  content: UserContent & { notify?: boolean },
  kind: ModerationEvent["kind"],
  texts: ModerationEvent["texts"] = {},
): Promise<void> {
  await notifyAuthor(db, config, { kind, content, texts, now: clock.now() });
}
