import { type AdminApi, adminEndpoint, adminQuery, type StaffSession } from "../staff/admin-endpoint.ts";
import * as actions from "./admin-actions.ts";
import {
  contentParams,
  moderatedQuestionPage,
  moderatedReviewPage,
  moderationListQuery,
  moderationResult,
  refusals,
  similarQuestions,
} from "./admin-schema.ts";
import {
  getQuestionPage,
  getReviewPage,
  getSimilarQuestions,
  type ModerationReader,
} from "./moderation/moderation-list.ts";
import { refusals as contentRefusals } from "./schema.ts";

const { already_moderated, review_changed, review_not_published, reason_required } = refusals;
const { review_not_found, question_not_found } = contentRefusals;

/** Endpoints about the moderation of reviews (docs/domain/reviews.md). */
export function adminReviewRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/reviews",
    permission: "reviews:moderate",
    summary: "List the reviews of a view with the evidence for a decision",
    query: moderationListQuery,
    response: moderatedReviewPage,
    handler: async ({ db, query, session }) => ({ data: await getReviewPage(db, query, getReader(session)) }),
  });
  adminEndpoint(api, {
    method: "post",
    path: "/reviews/{id}/publish",
    summary: "Publish a review, optionally with the shop's answer",
    action: actions.publishReviewAction,
    response: moderationResult,
    refusals: { review_not_found, already_moderated, review_changed },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/reviews/{id}/reject",
    summary: "Reject or unpublish a review with a reason",
    action: actions.rejectReviewAction,
    response: moderationResult,
    refusals: { review_not_found, already_moderated, reason_required },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/reviews/{id}/request-change",
    summary: "Ask the author of a review to change it; it is not published before",
    action: actions.requestReviewChangeAction,
    response: moderationResult,
    refusals: { review_not_found, already_moderated, reason_required },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/reviews/{id}/answer",
    summary: "Answer a published review, or change the answer",
    action: actions.answerReviewAction,
    response: moderationResult,
    refusals: { review_not_found, review_not_published },
  });
}

/** Endpoints about the moderation of questions (docs/domain/reviews.md). */
export function adminQuestionRoutes(api: AdminApi): void {
  adminQuery(api, {
    path: "/questions",
    permission: "reviews:moderate",
    summary: "List the questions of a view with the evidence for a decision",
    query: moderationListQuery,
    response: moderatedQuestionPage,
    handler: async ({ db, query, session }) => ({ data: await getQuestionPage(db, query, getReader(session)) }),
  });
  adminQuery(api, {
    path: "/questions/{id}/similar",
    permission: "reviews:moderate",
    summary: "List answered questions that resemble a question",
    params: contentParams,
    response: similarQuestions,
    refusals: { question_not_found },
    handler: async ({ db, params }) => ({ data: await getSimilarQuestions(db, params.id) }),
  });
  adminEndpoint(api, {
    method: "post",
    path: "/questions/{id}/answer",
    summary: "Answer a question, which publishes it, or change the answer",
    action: actions.answerQuestionAction,
    response: moderationResult,
    refusals: { question_not_found, already_moderated },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/questions/{id}/publish",
    summary: "Publish a question before it is answered",
    action: actions.publishQuestionAction,
    response: moderationResult,
    refusals: { question_not_found, already_moderated },
  });
  adminEndpoint(api, {
    method: "post",
    path: "/questions/{id}/reject",
    summary: "Reject or unpublish a question with a reason",
    action: actions.rejectQuestionAction,
    response: moderationResult,
    refusals: { question_not_found, already_moderated, reason_required },
  });
}

function getReader({ staff, permissions }: StaffSession): ModerationReader {
  return { locale: staff.locale, canReadOrders: permissions.has("orders:read") };
}
