import type { z } from "zod";
import { reverseChanges } from "../platform/changes/compare-fields.ts";
import type { Tx } from "../platform/db/database.ts";
import { type ActionContext, type ActionOutcome, adminAction } from "../staff/admin-action.ts";
import {
  answerQuestionRequest,
  answerReviewRequest,
  contentParams,
  type ModerationResult,
  publishQuestionRequest,
  publishReviewRequest,
  rejectRequest,
  restoreQuestionRequest,
  restoreReviewRequest,
} from "./admin-schema.ts";
import {
  answerQuestion,
  answerReview,
  type Decision,
  publishQuestion,
  publishReview,
  rejectQuestion,
  rejectReview,
  restoreQuestion,
  restoreReview,
} from "./moderation/moderation.ts";

type ModerationOptions<I extends z.ZodType> = {
  name: string;
  input: I;
  /** The kind of the record, which is also the prefix of the action that undoes this one. */
  kind: "review" | "question";
  decide: (tx: Tx, id: number, input: z.output<I>, context: ActionContext) => Promise<Decision>;
};

/** Defines a decision about a review or question, which can be undone until its author is emailed. */
function moderationAction<I extends z.ZodType>({ name, input, kind, decide }: ModerationOptions<I>) {
  return adminAction<typeof contentParams, I, ModerationResult>({
    ...{ name, input, params: contentParams, permission: "reviews:moderate" },
    subject: ({ id }) => ({ kind, id }),
    stepUp: () => false,
    run: async (tx, { id }, values, context) => toOutcome(await decide(tx, id, values, context)),
    inverse: ({ params, result: { notification }, changes }) =>
      notification && {
        action: `${kind}.moderation_undone`,
        params,
        input: { changes: reverseChanges(changes), notification_key: notification.key },
      },
  });
}

function toOutcome({ status, changes, notification }: Decision): ActionOutcome<ModerationResult> {
  return {
    result: {
      status,
      notification: notification && {
        key: notification.key,
        email_at: notification.emailAt?.toISOString() ?? null,
      },
    },
    changes: changes.length === 0 ? null : changes,
  };
}

/** Publishes a review, optionally with the shop's answer. */
export const publishReviewAction = moderationAction({
  name: "review.published",
  kind: "review",
  input: publishReviewRequest,
  decide: publishReview,
});

/** Rejects or unpublishes a review with a reason. */
export const rejectReviewAction = moderationAction({
  name: "review.rejected",
  kind: "review",
  input: rejectRequest,
  decide: (tx, id, input, context) => rejectReview(tx, id, { ...input, isChangeRequest: false }, context),
});

/** Asks the author of a review to change it. */
export const requestReviewChangeAction = moderationAction({
  name: "review.change_requested",
  kind: "review",
  input: rejectRequest,
  decide: (tx, id, input, context) => rejectReview(tx, id, { ...input, isChangeRequest: true }, context),
});

/** Answers a published review, or changes the answer. */
export const answerReviewAction = moderationAction({
  name: "review.answered",
  kind: "review",
  input: answerReviewRequest,
  decide: (tx, id, { changes }, context) => answerReview(tx, id, changes.shop_answer, context),
});

/** Publishes a question before it is answered. */
export const publishQuestionAction = moderationAction({
  name: "question.published",
  kind: "question",
  input: publishQuestionRequest,
  decide: publishQuestion,
});

/** Answers a question, which publishes it, or changes the answer. */
export const answerQuestionAction = moderationAction({
  name: "question.answered",
  kind: "question",
  input: answerQuestionRequest,
  decide: (tx, id, { from, changes }, context) => answerQuestion(tx, id, { from, edit: changes.answer }, context),
});

/** Rejects or unpublishes a question with a reason. */
export const rejectQuestionAction = moderationAction({
  name: "question.rejected",
  kind: "question",
  input: rejectRequest,
  decide: rejectQuestion,
});

/** Undoes a decision about a review. */
export const restoreReviewAction = moderationAction({
  name: "review.moderation_undone",
  kind: "review",
  input: restoreReviewRequest,
  decide: restoreReview,
});

/** Undoes a decision about a question. */
export const restoreQuestionAction = moderationAction({
  name: "question.moderation_undone",
  kind: "question",
  input: restoreQuestionRequest,
  decide: restoreQuestion,
});
