import { z } from "zod";
import { card } from "../catalogue/schema.ts";
import { share } from "../content/schema.ts";

export const quiz = z
  .object({
    id: z.int(),
    title: z.string(),
    intro: z.string(),
    questions: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        /** How many answers may be chosen. */
        max: z.int(),
        answers: z.array(z.object({ id: z.string(), text: z.string() })),
      }),
    ),
    share,
    twin: z.boolean().meta({ description: "The other locale has this quiz too" }),
    /** The other quizzes of the locale. */
    others: z.array(z.object({ id: z.int(), title: z.string() })),
  })
  .meta({ id: "Quiz" });
export type Quiz = z.infer<typeof quiz>;

/** Answers by question; a question that is left out was passed over. */
export const quizAnswers = z.object({ answers: z.record(z.string().max(40), z.array(z.string().max(40)).max(20)) });
export type QuizAnswers = z.infer<typeof quizAnswers>["answers"];

export const quizResult = z
  .object({
    /** Names this result in its address: `D`, `D-S-A`. */
    code: z.string(),
    quiz: z.object({ id: z.int(), title: z.string() }),
    title: z.string(),
    /** What goes with the title, such as “and sensitive”. */
    additions: z.array(z.string()),
    /** A paragraph for the result, and one for each addition. */
    texts: z.array(z.string()),
    /** A routine; a step for which nothing is in stock is left out. */
    steps: z.array(z.object({ title: z.string(), reason: z.string(), product: card })),
    /** Fits too. */
    more: z.array(card),
    share,
    twin: z.boolean(),
  })
  .meta({ id: "QuizResult" });
export type QuizResult = z.infer<typeof quizResult>;

export const refusals = {
  quiz_not_found: 404,
  quiz_result_not_found: 404,
  quiz_wrong_answer: 422,
  quiz_unanswered: 422,
} as const;
