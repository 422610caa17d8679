import { z } from "zod";

const code = z.string().regex(/^[A-Z]{1,8}$/);
/** Weights of an answer by axis: a result type or a flag. */
const weights = z.record(code, z.number().int().min(0).max(9));
const resultText = z.object({ code, title: z.string().min(1), text: z.string().min(1) });
/** Lists by code of a result type or flag; the key "" is the default. */
const byCode = z.record(z.union([code, z.literal("")]), z.array(z.string().min(1)));

/** The definition of a quiz in one locale, as stored in the database. */
export const quizDefinition = z.object({
  intro: z.string().min(1),
  /** The codes of the result types, and for each flag the minimum sum of weights that sets it. */
  axes: z.object({ types: z.array(code).min(2), flags: z.record(code, z.number().int().positive()) }),
  questions: z
    .array(
      z.object({
        id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
        text: z.string().min(1),
        hint: z.string().min(1).optional(),
        /** The maximum number of answers. */
        max: z.number().int().min(1),
        answers: z
          .array(
            z.object({
              id: z.string().regex(/^[a-z0-9][a-z0-9_]{0,39}$/),
              text: z.string().min(1),
              /** Says how to recognize that the answer applies. */
              hint: z.string().min(1).optional(),
              weights,
            }),
          )
          .min(2),
      }),
    )
    .min(1)
    .max(20),
  results: z.array(resultText).min(2),
  flags: z.array(resultText.extend({ tags: z.array(z.string()).optional(), concerns: z.array(z.string()).optional() })),
  steps: z.array(
    z.object({
      title: z.string().min(1),
      reason: z.string().min(1),
      /** The slug of the category that the product is taken from. */
      category: z.string().min(1),
      /** Slugs of subcategories that are preferred. */
      categories: byCode.optional(),
      /** Ingredients that are preferred, as printed on labels. */
      ingredients: byCode.optional(),
      /** Restricts the step to these result types and flags. */
      only: z.array(code).optional(),
    }),
  ),
});
export type QuizDefinition = z.infer<typeof quizDefinition>;
