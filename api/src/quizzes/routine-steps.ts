import type { QuizDefinition } from "./quiz-definition.ts";
import type { Outcome } from "./scoring.ts";
import type { ProductFilter } from "./sql.ts";

/** Returns the steps that apply to an outcome. */
export function selectSteps({ steps }: QuizDefinition, { type, flags }: Outcome): QuizDefinition["steps"] {
  return steps.filter(({ only }) => !only || only.includes(type) || flags.some((flag) => only.includes(flag)));
}

/** Builds the product filter of a step for an outcome. */
export function buildProductFilter(
  step: QuizDefinition["steps"][number],
  { type, flags }: Outcome,
  activeFlags: QuizDefinition["flags"],
): ProductFilter {
  const selectList = (lists: Record<string, string[]> | undefined) => {
    const matching = [type, ...flags].flatMap((code) => lists?.[code] ?? []);
    return matching.length > 0 ? matching : (lists?.[""] ?? []);
  };
  return {
    category: step.category,
    categories: selectList(step.categories),
    ingredients: selectList(step.ingredients),
    tags: activeFlags.flatMap((flag) => flag.tags ?? []),
    usages: activeFlags.flatMap((flag) => flag.concerns ?? []),
  };
}
