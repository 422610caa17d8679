import { z } from "zod";
import { type Api, type Asked, endpoint } from "../platform/http.ts";
import { quiz, quizAnswers, quizResult, refusals } from "./schema.ts";
import { getQuiz, getQuizResult, takeQuiz } from "./service.ts";

const byId = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) });
const at = ({ locale, currency, now }: Asked) => ({ locale, currency, now });

export function quizRoutes(api: Api): void {
  endpoint(api, {
    method: "get",
    path: "/quizzes/{id}",
    who: "anyone",
    summary: "The questions of a quiz",
    params: byId,
    answer: quiz,
    refusals,
    handler: async ({ db, params, locale }) => ({ data: await getQuiz(db, params.id, locale) }),
  });
  endpoint(api, {
    method: "post",
    path: "/quizzes/{id}/result",
    who: "anyone",
    summary: "What the answers come to, with recommended products that are in stock",
    params: byId,
    body: quizAnswers,
    answer: quizResult,
    refusals,
    handler: async (asked) => {
      const customerId = asked.customer?.id ?? null;
      return { data: await takeQuiz(asked.db, asked.params.id, asked.body.answers, { ...at(asked), customerId }) };
    },
  });
  endpoint(api, {
    method: "get",
    path: "/quizzes/{id}/results/{code}",
    who: "anyone",
    summary: "A result by its code, as its address has it",
    params: byId.extend({ code: z.string().max(80) }),
    answer: quizResult,
    refusals,
    handler: async (asked) => ({
      data: await getQuizResult(asked.db, asked.params.id, asked.params.code, at(asked)),
    }),
  });
}
