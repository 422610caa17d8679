import type { Db } from "../platform/db.ts";
import { type QuizBody, quizBody } from "./body.ts";
import { reachable } from "./scoring.ts";
import { stepsFor, wishOf } from "./service.ts";
import { allQuizzes, fittingProducts, type QuizRow, unknownSlugs } from "./sql.ts";

/** What is wrong with the quizzes, each with the quiz it is about. */
export async function checkQuizzes(db: Db): Promise<{ quiz: number; locale: string; complaint: string }[]> {
  const rows = await allQuizzes(db);
  const told = await Promise.all(
    rows.map(async (row) => {
      const body = quizBody.safeParse(row.body);
      const complaints = body.success
        ? [...aboutResults(body.data), ...(await aboutShop(db, body.data)), ...differences(body.data, row, rows)]
        : body.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
      return complaints.map((complaint) => ({ quiz: row.id, locale: row.locale, complaint }));
    }),
  );
  return told.flat();
}

/** Results and flags that there are no words for, and those that no answers lead to. */
export function aboutResults(body: QuizBody): string[] {
  const { axes, results, flags, questions } = body;
  const known = new Set([...axes.types, ...Object.keys(axes.flags)]);
  const weighed = new Set(
    questions.flatMap((question) => question.answers.flatMap(({ weights }) => Object.keys(weights))),
  );
  const found = reachable(body);
  const wordless = [
    ...axes.types.filter((type) => !results.some((one) => one.code === type)),
    ...Object.keys(axes.flags).filter((flag) => !flags.some((one) => one.code === flag)),
  ];
  const unreached = found
    ? [
        ...axes.types.filter((type) => !found.types.has(type)).map((type) => `no answers lead to the result ${type}`),
        ...Object.keys(axes.flags)
          .filter((flag) => !found.flags.has(flag))
          .map((flag) => `no answers bring the addition ${flag}`),
      ]
    : ["has too many answers to tell which results can be reached"];
  return [
    ...[...weighed].filter((axis) => !known.has(axis)).map((axis) => `answers weigh ${axis}, which is no result`),
    ...wordless.map((code) => `there are no words for the result ${code}`),
    ...unreached,
  ];
}

/** Shelves, tags and usages that the shop does not have, and results with nothing to recommend. */
async function aboutShop(db: Db, body: QuizBody): Promise<string[]> {
  const shelves = body.steps.flatMap(({ category, categories }) => [
    category,
    ...Object.values(categories ?? {}).flat(),
  ]);
  const [categories, tags, usages] = await Promise.all([
    unknownSlugs(db, "categories", [...new Set(shelves)]),
    unknownSlugs(
      db,
      "tags",
      body.flags.flatMap((flag) => flag.tags ?? []),
    ),
    unknownSlugs(
      db,
      "usages",
      body.flags.flatMap((flag) => flag.usages ?? []),
    ),
  ]);
  const empty = await Promise.all(
    body.axes.types.map(async (type) => {
      const outcome = { type, flags: [] };
      const wishes = stepsFor(body, outcome).map((step) => wishOf(step, outcome, []));
      const isEmpty = (await fittingProducts(db, wishes, 1)).every((found) => found.length === 0);
      return isEmpty ? [`nothing is in stock for the result ${type}`] : [];
    }),
  );
  return [
    ...categories.map((slug) => `the shop has no category ${slug}`),
    ...tags.map((slug) => `the shop has no tag ${slug}`),
    ...usages.map((slug) => `the shop has no usage ${slug}`),
    ...empty.flat(),
  ];
}

/** A result's address leads to the same in every language: what is decided must not differ. */
function differences(body: QuizBody, own: QuizRow, rows: readonly QuizRow[]): string[] {
  const bones = (one: QuizBody) =>
    JSON.stringify([
      one.axes,
      one.questions.map(({ id, max, answers }) => [id, max, answers.map(({ id, weights }) => [id, weights])]),
    ]);
  return rows.flatMap((other) => {
    if (other.id !== own.id || other.locale <= own.locale) return [];
    const there = quizBody.safeParse(other.body);
    return there.success && bones(there.data) !== bones(body) ? [`weighs otherwise than in ${other.locale}`] : [];
  });
}
