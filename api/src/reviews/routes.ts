import { z } from "zod";
import { type Api, endpoint } from "../platform/http.ts";
import { idParams } from "../platform/ids.ts";
import { text } from "../platform/texts.ts";
import { showOwnOpinions } from "./own-opinions.ts";
import { keepPhoto } from "./photos.ts";
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
import { listReviews, submitReview, voteHelpful } from "./service.ts";

const bySlug = z.object({ slug: z.string().max(200) });
const sent = z.object({ status: z.literal("pending") });

export function reviewRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/reviews",
    who: "anyone",
    summary: "Published reviews of a product, by slug or id, and the asker's own that waits",
    params: bySlug,
    query: reviewsQuery,
    answer: reviewList,
    refusals,
    handler: async ({ db, params, query, customer }) => ({ data: await listReviews(db, params.slug, query, customer) }),
  });
  endpoint(api, {
    method: "post",
    path: "/products/{slug}/reviews",
    who: "customer",
    summary: "Write a review, or change the one that is not published yet",
    params: bySlug,
    body: newReview,
    answer: sent,
    status: 201,
    refusals,
    handler: async ({ db, params, body, customer, locale, now }) => {
      const { isNew } = await submitReview(db, customer, params.slug, body, { locale, now });
      return { data: { status: "pending" as const }, message: text(locale, "review_sent"), status: isNew ? 201 : 200 };
    },
  });
  for (const [method, voted] of [
    ["post", true],
    ["delete", false],
  ] as const)
    endpoint(api, {
      method,
      path: "/reviews/{id}/helpful",
      who: "customer",
      summary: voted ? "Say that a review helped; again changes nothing" : "Take that back; again changes nothing",
      params: idParams,
      answer: helpfulCount,
      refusals,
      handler: async ({ db, params, customer }) => ({ data: await voteHelpful(db, customer, params.id, { voted }) }),
    });
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/questions",
    who: "anyone",
    summary: "Published questions about a product with their answers, and the asker's own that wait",
    params: bySlug,
    query: questionsQuery,
    answer: questionList,
    refusals,
    handler: async ({ db, params, query, customer }) => ({
      data: await listQuestions(db, params.slug, query, customer),
    }),
  });
  endpoint(api, {
    method: "post",
    path: "/products/{slug}/questions",
    who: "customer",
    summary: "Ask a question; the same sent twice is one",
    params: bySlug,
    body: newQuestion,
    answer: sent,
    status: 201,
    refusals,
    handler: async ({ db, params, body, customer, locale, now }) => {
      const { isNew } = await askQuestion(db, customer, params.slug, body, { locale, now });
      return {
        data: { status: "pending" as const },
        message: text(locale, "question_sent"),
        status: isNew ? 201 : 200,
      };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/products/{slug}/similar-questions",
    who: "anyone",
    summary: "Answered questions that resemble what is being typed",
    params: bySlug,
    query: similarQuery,
    answer: similarQuestions,
    refusals,
    handler: async ({ db, params, query, locale }) => ({
      data: await listSimilarQuestions(db, params.slug, query.q, locale),
    }),
  });
  endpoint(api, {
    method: "get",
    path: "/user/reviews",
    who: "customer",
    summary: "The customer's reviews and questions with their state, and what he might judge next",
    query: questionsQuery,
    answer: userReviews,
    handler: async ({ db, customer, locale, query }) => ({
      data: await showOwnOpinions(db, customer.id, locale, query),
    }),
  });
  endpoint(api, {
    method: "post",
    path: PHOTOS_PATH,
    who: "customer",
    summary: "Send a photograph for a review as the request's body: JPEG, PNG or WebP, judged by its content",
    answer: photo,
    status: 201,
    refusals,
    handler: async ({ house, customer, context }) => ({
      data: await keepPhoto(house, customer.id, new Uint8Array(await context.req.arrayBuffer())),
    }),
  });
}
