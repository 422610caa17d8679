import { z } from "zod";
import { getShopperContext } from "../catalog/pricing/shopper-context.ts";
import { type Api, endpoint } from "../platform/http/endpoint.ts";
import { quiz, quizAnswers, quizResult, refusals } from "./schema.ts";
import { getQuiz, getQuizResult, takeQuiz } from "./service.ts";

const idParams = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });

export function quizRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/quizzes/{id}",
    auth: "anyone",
    summary: "Get the questions of a quiz",
    params: idParams,
    response: quiz,
    refusals,
    handler: async ({ db, params, locale }) => ({ data: await getQuiz(db, params.id, locale) }),
  });
  endpoint(api, {
    method: "post",
    path: "/quizzes/{id}/result",
    auth: "anyone",
    summary: "Submit answers and get the result, with recommended products in stock",
    params: idParams,
    body: quizAnswers,
    response: quizResult,
    refusals,
    handler: async (request) => {
      const customerId = request.customer?.id ?? null;
      return {
        data: await takeQuiz(request.db, request.params.id, request.body.answers, {
          ...getShopperContext(request),
          customerId,
        }),
      };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/quizzes/{id}/results/{code}",
    auth: "anyone",
    summary: "Get a result by its code",
    params: idParams.extend({ code: z.string().max(80) }),
    response: quizResult,
    refusals,
    handler: async (request) => ({
      data: await getQuizResult(request.db, request.params.id, request.params.code, getShopperContext(request)),
    }),
  });
}
