import type { Db } from "../platform/db/database.ts";
import { type QuizDefinition, quizDefinition } from "./quiz-definition.ts";
import { findReachableOutcomes } from "./scoring.ts";
import { selectSteps, buildProductFilter } from "./service.ts";
import { listAllQuizzes, findMatchingProducts, type QuizRow, findUnknownSlugs } from "./sql.ts";

/** Returns the errors of all quizzes. */
export async function checkQuizzes(db: Db): Promise<{ quiz: number; locale: string; problem: string }[]> {
  const rows = await listAllQuizzes(db);
  const errors = await Promise.all(
    rows.map(async (row) => {
      const body = quizDefinition.safeParse(row.body);
      const problems = body.success
        ? [
            ...checkResults(body.data),
            ...(await checkCatalogReferences(db, body.data)),
            ...findLocaleDifferences(body.data, row, rows),
          ]
        : body.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
      return problems.map((problem) => ({ quiz: row.id, locale: row.locale, problem }));
    }),
  );
  return errors.flat();
}

/** Returns the results and flags that have no text or that no answers lead to. */
export function checkResults(body: QuizDefinition): string[] {
  const { axes, results, flags, questions } = body;
  const knownAxes = new Set([...axes.types, ...Object.keys(axes.flags)]);
  const weightedAxes = new Set(
    questions.flatMap((question) => question.answers.flatMap(({ weights }) => Object.keys(weights))),
  );
  const outcomes = findReachableOutcomes(body);
  const codesWithoutText = [
    ...axes.types.filter((type) => !results.some((one) => one.code === type)),
    ...Object.keys(axes.flags).filter((flag) => !flags.some((one) => one.code === flag)),
  ];
  const unreachable = outcomes
    ? [
        ...axes.types
          .filter((type) => !outcomes.types.has(type))
          .map((type) => `no answers lead to the result ${type}`),
        ...Object.keys(axes.flags)
          .filter((flag) => !outcomes.flags.has(flag))
          .map((flag) => `no answers lead to the addition ${flag}`),
      ]
    : ["has too many answers to determine which results can be reached"];
  return [
    ...[...weightedAxes]
      .filter((axis) => !knownAxes.has(axis))
      .map((axis) => `answers have weights for ${axis}, which is not a result`),
    ...codesWithoutText.map((code) => `the result ${code} has no text`),
    ...unreachable,
  ];
}

/** Returns unknown categories, tags and concerns, and results without products to recommend. */
async function checkCatalogReferences(db: Db, body: QuizDefinition): Promise<string[]> {
  const categorySlugs = body.steps.flatMap(({ category, categories }) => [
    category,
    ...Object.values(categories ?? {}).flat(),
  ]);
  const [categories, tags, concerns] = await Promise.all([
    findUnknownSlugs(db, "categories", [...new Set(categorySlugs)]),
    findUnknownSlugs(
      db,
      "tags",
      body.flags.flatMap((flag) => flag.tags ?? []),
    ),
    findUnknownSlugs(
      db,
      "concerns",
      body.flags.flatMap((flag) => flag.concerns ?? []),
    ),
  ]);
  const emptyResults = await Promise.all(
    body.axes.types.map(async (type) => {
      const outcome = { type, flags: [] };
      const productFilters = selectSteps(body, outcome).map((step) => buildProductFilter(step, outcome, []));
      const isEmpty = (await findMatchingProducts(db, productFilters, 1)).every(
        (productIds) => productIds.length === 0,
      );
      return isEmpty ? [`no product is in stock for the result ${type}`] : [];
    }),
  );
  return [
    ...categories.map((slug) => `there is no category ${slug}`),
    ...tags.map((slug) => `there is no tag ${slug}`),
    ...concerns.map((slug) => `there is no concern ${slug}`),
    ...emptyResults.flat(),
  ];
}

/** Returns differences in scoring between locales: a result URL must mean the same in every locale. */
function findLocaleDifferences(body: QuizDefinition, row: QuizRow, rows: readonly QuizRow[]): string[] {
  const serializeScoring = (one: QuizDefinition) =>
    JSON.stringify([
      one.axes,
      one.questions.map(({ id, max, answers }) => [id, max, answers.map(({ id, weights }) => [id, weights])]),
    ]);
  return rows.flatMap((other) => {
    if (other.id !== row.id || other.locale <= row.locale) return [];
    const otherDefinition = quizDefinition.safeParse(other.body);
    return otherDefinition.success && serializeScoring(otherDefinition.data) !== serializeScoring(body)
      ? [`has other weights than ${other.locale}`]
      : [];
  });
}
