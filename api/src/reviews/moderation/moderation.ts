import { isDeepStrictEqual } from "node:util";
import type { FieldChange } from "../../platform/audit/audit-log.ts";
import { compareFields } from "../../platform/changes/compare-fields.ts";
import type { FieldEdit } from "../../platform/changes/schema.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { refuse } from "../../platform/http/errors.ts";
import { refusals } from "../admin-schema.ts";
import { type ContentStatus, refusals as contentRefusals } from "../schema.ts";
import {
  lockQuestion,
  lockReview,
  markQuestionPublished,
  markQuestionRejected,
  markReviewPublished,
  markReviewRejected,
  type ModeratedQuestion,
  type ModeratedReview,
  type QuestionState,
  restoreQuestionState,
  restoreReviewState,
  type ReviewState,
  setQuestionAnswer,
  setShopAnswer,
} from "./moderation-sql.ts";
import { type AuthorNotification, notifyAuthor, withdrawAuthorNotification } from "./notifications.ts";

type ModerationContext = Readonly<{ app: AppContext; now: Date }>;
type Edits = Readonly<Record<string, FieldEdit | undefined>>;

/** A decision that was made: what changed, and how the author is notified. */
export type Decision = Readonly<{
  status: ContentStatus;
  changes: readonly FieldChange[];
  /** Null if nothing was changed, or a decision was undone. */
  notification: AuthorNotification | null;
}>;

/**
 * Publishes a review, optionally with the shop's answer, and notifies its author.
 * @param input.from the status that the moderator saw
 * @param input.created_at when the text that the moderator saw was written, in ISO 8601
 * @throws Refusal `review_not_found`, `already_moderated` if it has another status or is published, or `review_changed`
 * if its author has changed it meanwhile
 */
export async function publishReview(
  tx: Tx,
  id: number,
  { from, created_at, answer }: { from: ContentStatus; created_at: string; answer?: string | undefined },
  context: ModerationContext,
): Promise<Decision> {
  const review = await lockReviewOrThrow(tx, id);
  checkStatus(review.status, from, "published");
  if (review.created_at.getTime() !== Date.parse(created_at)) throw refuse(refusals, "review_changed");
  const newAnswer = answer === review.shop_answer ? undefined : answer;
  const state = await markReviewPublished(tx, id, { answer: newAnswer, now: context.now });
  return decide(review, state, await notify(tx, context, review, "review_published"));
}

/**
 * Rejects or unpublishes a review and notifies its author of the reason, or asks them to change it.
 * @param input.isChangeRequest true if the review will be published after the change that `reason` describes
 * @throws Refusal `review_not_found`, `reason_required`, or `already_moderated` if it has another status or is rejected
 */
export async function rejectReview(
  tx: Tx,
  id: number,
  { from, reason, isChangeRequest }: { from: ContentStatus; reason: string; isChangeRequest: boolean },
  context: ModerationContext,
): Promise<Decision> {
  checkReason(reason);
  const review = await lockReviewOrThrow(tx, id);
  checkStatus(review.status, from, "rejected");
  const state = await markReviewRejected(tx, id, reason);
  const kind = isChangeRequest ? "review_change_requested" : "review_rejected";
  return decide(review, state, await notify(tx, context, review, kind, { reason }));
}

/**
 * Answers a published review, or changes the answer, and notifies its author.
 * @throws Refusal `review_not_found`, `review_not_published`, or `edit_conflict` if somebody else has answered meanwhile
 */
export async function answerReview(
  tx: Tx,
  id: number,
  edit: { from: unknown; to: string },
  context: ModerationContext,
): Promise<Decision> {
  const review = await lockReviewOrThrow(tx, id);
  if (review.status !== "published") throw refuse(refusals, "review_not_published");
  const changes = await compareFields(tx, { kind: "review", id }, review, { shop_answer: edit });
  if (changes.length === 0) return { status: review.status, changes, notification: null };
  const state = await setShopAnswer(tx, id, edit.to, context.now);
  return decide(review, state, await notify(tx, context, review, "review_answered", { answer: edit.to }));
}

/**
 * Publishes an unanswered question and notifies its author.
 * @throws Refusal `question_not_found`, or `already_moderated` if it has another status or is published
 */
export async function publishQuestion(
  tx: Tx,
  id: number,
  { from }: { from: ContentStatus },
  context: ModerationContext,
): Promise<Decision> {
  const question = await lockQuestionOrThrow(tx, id);
  checkStatus(question.status, from, "published");
  const state = await markQuestionPublished(tx, id, context.now);
  return decide(question, state, await notify(tx, context, question, "question_published"));
}

/**
 * Answers a question, which publishes it, or changes the answer, and notifies its author.
 * @throws Refusal `question_not_found`, `already_moderated` if it has another status, or `edit_conflict` if somebody else
 * has answered meanwhile
 */
export async function answerQuestion(
  tx: Tx,
  id: number,
  { from, edit }: { from: ContentStatus; edit: { from: unknown; to: string } },
  context: ModerationContext,
): Promise<Decision> {
  const question = await lockQuestionOrThrow(tx, id);
  const changes = await compareFields(tx, { kind: "question", id }, question, { answer: edit });
  if (changes.length === 0 && question.status === "published")
    return { status: question.status, changes, notification: null };
  checkStatus(question.status, from, null);
  const state = await setQuestionAnswer(tx, id, edit.to, context.now);
  const texts = { question: question.text, answer: edit.to };
  return decide(question, state, await notify(tx, context, question, "question_answered", texts));
}

/**
 * Rejects or unpublishes a question and notifies its author of the reason.
 * @throws Refusal `question_not_found`, `reason_required`, or `already_moderated` if it has another status or is rejected
 */
export async function rejectQuestion(
  tx: Tx,
  id: number,
  { from, reason }: { from: ContentStatus; reason: string },
  context: ModerationContext,
): Promise<Decision> {
  checkReason(reason);
  const question = await lockQuestionOrThrow(tx, id);
  checkStatus(question.status, from, "rejected");
  const state = await markQuestionRejected(tx, id, reason);
  const texts = { question: question.text, reason };
  return decide(question, state, await notify(tx, context, question, "question_rejected", texts));
}

type Restoration = Readonly<{ changes: Edits; notification_key: string }>;

/**
 * Undoes a decision about a review: restores its fields and withdraws the email and notification.
 * @throws Refusal `review_not_found`, `edit_conflict` or `undo_email_sent`
 */
export async function restoreReview(tx: Tx, id: number, input: Restoration): Promise<Decision> {
  const review = await lockReviewOrThrow(tx, id);
  const changes = await compareFields(tx, { kind: "review", id }, review, input.changes);
  await withdrawAuthorNotification(tx, review.customer_id, input.notification_key);
  const state: Partial<ReviewState> = getNewValues(input.changes);
  await restoreReviewState(tx, id, state);
  return { status: state.status ?? review.status, changes, notification: null };
}

/**
 * Undoes a decision about a question: restores its fields and withdraws the email and notification.
 * @throws Refusal `question_not_found`, `edit_conflict` or `undo_email_sent`
 */
export async function restoreQuestion(tx: Tx, id: number, input: Restoration): Promise<Decision> {
  const question = await lockQuestionOrThrow(tx, id);
  const changes = await compareFields(tx, { kind: "question", id }, question, input.changes);
  await withdrawAuthorNotification(tx, question.customer_id, input.notification_key);
  const state: Partial<QuestionState> = getNewValues(input.changes);
  await restoreQuestionState(tx, id, state);
  return { status: state.status ?? question.status, changes, notification: null };
}

function getNewValues(edits: Edits): Record<string, unknown> {
  return Object.fromEntries(Object.entries(edits).flatMap(([field, edit]) => (edit ? [[field, edit.to]] : [])));
}

/** @param to the status of the decision; null if it can be made again, such as another answer */
function checkStatus(current: ContentStatus, from: ContentStatus, to: ContentStatus | null): void {
  if (current !== from || current === to) throw refuse(refusals, "already_moderated", { data: { status: current } });
}

function checkReason(reason: string): void {
  if (reason === "") throw refuse(refusals, "reason_required", { fields: { reason: ["required"] } });
}

function decide<State extends ReviewState | QuestionState>(
  before: State,
  after: State,
  notification: AuthorNotification,
): Decision {
  const fields = Object.keys(after) as (keyof State & string)[];
  const changes = fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }));
  return { status: after.status, changes, notification };
}

async function lockReviewOrThrow(tx: Tx, id: number): Promise<ModeratedReview & ReviewState> {
  const review = await lockReview(tx, id);
  if (!review) throw refuse(contentRefusals, "review_not_found");
  return review;
}

async function lockQuestionOrThrow(tx: Tx, id: number): Promise<ModeratedQuestion & QuestionState> {
  const question = await lockQuestion(tx, id);
  if (!question) throw refuse(contentRefusals, "question_not_found");
  return question;
}

async function notify(
  tx: Tx,
  { app, now }: ModerationContext,
  content: ModeratedReview | ModeratedQuestion,
  kind: Parameters<typeof notifyAuthor>[2]["kind"],
  texts: Parameters<typeof notifyAuthor>[2]["texts"] = {},
): Promise<AuthorNotification> {
  return notifyAuthor(tx, app.config, { kind, content, texts, now });
}
