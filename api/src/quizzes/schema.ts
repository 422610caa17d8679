import { z } from "zod";
import { productCard } from "../catalog/schema.ts";
import { picture, share } from "../content/schema.ts";

export const quiz = z
  .object({
    id: z.int(),
    title: z.string(),
    intro: z.string(),
    questions: z.array(
      z.object({
        id: z.string(),
        text: z.string(),
        hint: z.string().nullable(),
        /** The maximum number of answers. */
        max: z.int(),
        answers: z.array(
          z.object({
            id: z.string(),
            text: z.string(),
            /** Says how to recognize that the answer applies. */
            hint: z.string().nullable(),
          }),
        ),
      }),
    ),
    /** Pictures of products that the quiz recommends; empty if none is in stock. */
    pictures: z.array(picture),
    share,
    twin: z.boolean().meta({ description: "Whether the other locale has this quiz too" }),
    /** The other quizzes of this locale. */
    others: z.array(z.object({ id: z.int(), title: z.string() })),
  })
  .meta({ id: "Quiz" });
export type Quiz = z.infer<typeof quiz>;

/** Answer ids by question id; skipped questions are omitted. */
export const quizAnswers = z.object({ answers: z.record(z.string().max(40), z.array(z.string().max(40)).max(20)) });
export type QuizAnswers = z.infer<typeof quizAnswers>["answers"];

export const quizResult = z
  .object({
    /** Identifies the result in its URL: `D`, `D-S-A`. */
    code: z.string(),
    quiz: z.object({ id: z.int(), title: z.string() }),
    title: z.string(),
    /** Additions to the title, such as “and sensitive”. */
    additions: z.array(z.string()),
    /** A paragraph for the result, and one for each addition. */
    texts: z.array(z.string()),
    /** The steps of a routine; steps without products in stock are omitted. */
    steps: z.array(z.object({ title: z.string(), reason: z.string(), product: productCard })),
    /** Alternative products. */
    more: z.array(productCard),
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
