import { z } from "zod";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { idParams } from "../platform/http/id-params.ts";
import { formatMessage } from "../platform/i18n/messages.ts";
import { getCustomerContent } from "./customer-content.ts";
import { storePhoto } from "./photos.ts";
import { askQuestion, listQuestions, listSimilarQuestions } from "./questions.ts";
import {
  helpfulCount,
  newQuestion,
  newReview,
  photo,
  PHOTOS_PATH,
  questionList,
  questionsQuery,
  refusals,
  reviewList,
  reviewsQuery,
  similarQuery,
  similarQuestions,
  userReviews,
} from "./schema.ts";
import { getProductTag } from "../catalog/cache-policy.ts";
import { getProductId } from "../catalog/products/product-id.ts";
import { findEndOfSummary, listReviews, submitReview, voteHelpful } from "./service.ts";

const slugParams = z.object({ slug: z.string().max(200) });
const pendingResponse = z.object({ status: z.literal("pending") });

export function reviewRoutes(api: Api): void {
  addReviewEndpoints(api);
  addQuestionEndpoints(api);
  addCustomerContentEndpoints(api);
}

/** Endpoints for the reviews of a product. */
function addReviewEndpoints(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/reviews",
    auth: "anyone",
    readsReplica: true,
    summary: "List a product's published reviews, by slug or id, with the customer's own unpublished one",
    params: slugParams,
    query: reviewsQuery,
    response: reviewList,
    refusals,
    handler: async ({ db, params, query, customer, locale, now }) => {
      const data = await listReviews(db, params.slug, query, { customer, locale, now });
      return {
        data,
        cachePolicy: async () => ({
          tags: [getProductTag(await getProductId(db, params.slug))],
          expiresAt: await findEndOfSummary(db, data),
        }),
      };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/products/{slug}/reviews",
    auth: "customer",
    summary: "Submit a review, or change the customer's unpublished one",
    params: slugParams,
    body: newReview,
    response: pendingResponse,
    status: 201,
    refusals,
    handler: async ({ db, params, body, customer, locale, now }) => {
      const { isNew } = await submitReview(db, customer, params.slug, body, { locale, now });
      return {
        data: { status: "pending" as const },
        message: formatMessage(locale, "review_sent"),
        status: isNew ? 201 : 200,
      };
    },
  });
  for (const [method, voted] of [
    ["post", true],
    ["delete", false],
  ] as const)
    endpoint(api, {
      method,
      path: "/reviews/{id}/helpful",
      auth: "customer",
      summary: voted ? "Vote a review helpful; idempotent" : "Remove the helpful vote; idempotent",
      params: idParams,
      response: helpfulCount,
      refusals,
      handler: async ({ db, params, customer }) => ({ data: await voteHelpful(db, customer, params.id, { voted }) }),
    });
}

/** Endpoints for the questions on a product. */
function addQuestionEndpoints(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/questions",
    auth: "anyone",
    readsReplica: true,
    summary: "List a product's published questions with answers, and the customer's own unpublished ones",
    params: slugParams,
    query: questionsQuery,
    response: questionList,
    refusals,
    handler: async ({ db, params, query, customer }) => {
      const data = await listQuestions(db, params.slug, query, customer);
      return {
        data,
        cachePolicy: async () => ({ tags: [getProductTag(await getProductId(db, params.slug))], expiresAt: null }),
      };
    },
  });
  endpoint(api, {
    method: "post",
    path: "/products/{slug}/questions",
    auth: "customer",
    summary: "Submit a question; the same text sent twice creates one question",
    params: slugParams,
    body: newQuestion,
    response: pendingResponse,
    status: 201,
    refusals,
    handler: async ({ db, params, body, customer, locale, now }) => {
      const { isNew } = await askQuestion(db, customer, params.slug, body, { locale, now });
      return {
        data: { status: "pending" as const },
        message: formatMessage(locale, "question_sent"),
        status: isNew ? 201 : 200,
      };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/similar-questions",
    auth: "anyone",
    summary: "List answered questions that resemble a text",
    params: slugParams,
    query: similarQuery,
    response: similarQuestions,
    refusals,
    handler: async ({ db, params, query, locale }) => ({
      data: await listSimilarQuestions(db, params.slug, query.q, locale),
    }),
  });
}

/** Endpoints for the customer's own reviews, questions and photos. */
function addCustomerContentEndpoints(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/user/reviews",
    auth: "customer",
    summary: "List the customer's reviews and questions with their status, and products to review",
    query: questionsQuery,
    response: userReviews,
    handler: async ({ db, customer, locale, query }) => ({
      data: await getCustomerContent(db, customer.id, locale, query),
    }),
  });
  endpoint(api, {
    method: "post",
    path: PHOTOS_PATH,
    auth: "customer",
    summary: "Upload a photo for a review as the request body: JPEG, PNG or WebP, detected by content",
    response: photo,
    status: 201,
    refusals,
    handler: async ({ app, customer, honoContext }) => ({
      data: await storePhoto(app, customer.id, new Uint8Array(await honoContext.req.arrayBuffer())),
    }),
  });
}
