import { z } from "zod";

const code = z.string().regex(/^[A-Z]{1,8}$/);
const weights = z.record(code, z.number().int().min(0).max(9));
const named = z.object({ code, title: z.string().min(1), text: z.string().min(1) });
/** By code of a result or flag; under "" for all others. */
const byCode = z.record(z.union([code, z.literal("")]), z.array(z.string().min(1)));

/** A quiz as it stands in the database, in one language. */
export const quizBody = z.object({
  intro: z.string().min(1),
  /** What is decided among, and flags with the sum of weights from which each holds. */
  axes: z.object({ types: z.array(code).min(2), flags: z.record(code, z.number().int().positive()) }),
  questions: z
    .array(
      z.object({
        id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
        text: z.string().min(1),
        max: z.number().int().min(1),
        answers: z
          .array(z.object({ id: z.string().regex(/^[a-z0-9][a-z0-9_]{0,39}$/), text: z.string().min(1), weights }))
          .min(2),
      }),
    )
    .min(1)
    .max(20),
  results: z.array(named).min(2),
  flags: z.array(named.extend({ tags: z.array(z.string()).optional(), usages: z.array(z.string()).optional() })),
  steps: z.array(
    z.object({
      title: z.string().min(1),
      reason: z.string().min(1),
      /** Slug of the shelf that the product is taken from. */
      category: z.string().min(1),
      /** Narrower shelves that are better for some. */
      categories: byCode.optional(),
      /** What its composition had better have, as labels write it. */
      ingredients: byCode.optional(),
      /** Only for these results and flags. */
      only: z.array(code).optional(),
    }),
  ),
});
export type QuizBody = z.infer<typeof quizBody>;
