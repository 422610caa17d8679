import type { Db } from "../platform/db/database.ts";
import { type QuizDefinition, quizDefinition } from "./quiz-definition.ts";
import { findReachableOutcomes } from "./scoring.ts";
import { selectSteps, buildProductFilter } from "./routine-steps.ts";
import { listAllQuizzes, findMatchingProducts, type QuizRow, findUnknownSlugs } from "./sql.ts";

/** Returns the errors of all quizzes; `quiz` is the id. */
export async function checkQuizzes(db: Db): Promise<{ quiz: number; locale: string; problem: string }[]> {
  const rows = await listAllQuizzes(db);
  const errorLists = await Promise.all(
    rows.map(async (row) => {
      const problems = await findErrors(db, row, rows);
      return problems.map((problem) => ({ quiz: row.id, locale: row.locale, problem }));
    }),
  );
  return errorLists.flat();
}

async function findErrors(db: Db, row: QuizRow, allRows: readonly QuizRow[]): Promise<string[]> {
  const parsed = quizDefinition.safeParse(row.body);
  if (!parsed.success) return parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const definition = parsed.data;
  return [
    ...checkResults(definition),
    ...(await checkCatalogReferences(db, definition)),
    ...findLocaleDifferences(definition, row, allRows),
  ];
}

/** Returns errors of the scoring: weights of unknown axes, and types and flags without text or that no answers lead to. */
export function checkResults(definition: QuizDefinition): string[] {
  const { axes, results, flags, questions } = definition;
  const knownAxes = new Set([...axes.types, ...Object.keys(axes.flags)]);
  const weightedAxes = new Set(
    questions.flatMap((question) => question.answers.flatMap(({ weights }) => Object.keys(weights))),
  );
  const outcomes = findReachableOutcomes(definition);
  const codesWithoutText = [
    ...axes.types.filter((type) => !results.some(({ code }) => code === type)),
    ...Object.keys(axes.flags).filter((flag) => !flags.some(({ code }) => code === flag)),
  ];
  const unreachable = outcomes
    ? [
        ...axes.types
          .filter((type) => !outcomes.types.has(type))
          .map((type) => `no answers lead to the result ${type}`),
        ...Object.keys(axes.flags)
          .filter((flag) => !outcomes.flags.has(flag))
          .map((flag) => `no answers set the flag ${flag}`),
      ]
    : ["the quiz has too many answers to determine which results can be reached"];
  return [
    ...[...weightedAxes]
      .filter((axis) => !knownAxes.has(axis))
      .map((axis) => `answers have weights for ${axis}, which is neither a result nor a flag`),
    ...codesWithoutText.map((code) => `${code} has no text`),
    ...unreachable,
  ];
}

/** Returns unknown categories, tags and concerns, and results without products to recommend. */
async function checkCatalogReferences(db: Db, definition: QuizDefinition): Promise<string[]> {
  const categorySlugs = definition.steps.flatMap(({ category, categories }) => [
    category,
    ...Object.values(categories ?? {}).flat(),
  ]);
  const [unknownCategories, unknownTags, unknownConcerns] = await Promise.all([
    findUnknownSlugs(db, "categories", [...new Set(categorySlugs)]),
    findUnknownSlugs(
      db,
      "tags",
      definition.flags.flatMap((flag) => flag.tags ?? []),
    ),
    findUnknownSlugs(
      db,
      "concerns",
      definition.flags.flatMap((flag) => flag.concerns ?? []),
    ),
  ]);
  const emptyResultErrors = await Promise.all(
    definition.axes.types.map(async (type) => {
      const outcome = { type, flags: [] };
      const productFilters = selectSteps(definition, outcome).map((step) => buildProductFilter(step, outcome, []));
      const isEmpty = (await findMatchingProducts(db, productFilters, 1)).every(
        (productIds) => productIds.length === 0,
      );
      return isEmpty ? [`no product for the result ${type} is in stock`] : [];
    }),
  );
  return [
    ...unknownCategories.map((slug) => `there is no category ${slug}`),
    ...unknownTags.map((slug) => `there is no tag ${slug}`),
    ...unknownConcerns.map((slug) => `there is no concern ${slug}`),
    ...emptyResultErrors.flat(),
  ];
}

/** Returns differences in scoring between locales: a result URL must mean the same in every locale. */
function findLocaleDifferences(definition: QuizDefinition, row: QuizRow, allRows: readonly QuizRow[]): string[] {
  const serializeScoring = ({ axes, questions }: QuizDefinition) =>
    JSON.stringify([
      axes,
      questions.map(({ id, max, answers }) => [id, max, answers.map(({ id, weights }) => [id, weights])]),
    ]);
  return allRows.flatMap((other) => {
    if (other.id !== row.id || other.locale <= row.locale) return [];
    const otherDefinition = quizDefinition.safeParse(other.body);
    return otherDefinition.success && serializeScoring(otherDefinition.data) !== serializeScoring(definition)
      ? [`the questions are scored differently than in ${other.locale}`]
      : [];
  });
}
