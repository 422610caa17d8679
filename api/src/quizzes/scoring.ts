import type { QuizDefinition } from "./quiz-definition.ts";
import type { QuizAnswers } from "./schema.ts";

/** The outcome of a quiz: one of its types, and the flags that are set. */
export type Outcome = { type: string; flags: string[] };

/** Formats an outcome as a result code for URLs, such as `D-S-A`. */
export function formatResultCode({ type, flags }: Outcome): string {
  return [type, ...flags].join("-");
}

/** Parses a result code; null if the quiz has no such type or flag. */
export function parseResultCode(code: string, { axes }: QuizDefinition): Outcome | null {
  const [type = "", ...flags] = code.split("-");
  const knownFlags = Object.keys(axes.flags);
  const sortedFlags = knownFlags.filter((flag) => flags.includes(flag));
  return axes.types.includes(type) && sortedFlags.length === flags.length ? { type, flags: sortedFlags } : null;
}

/** Whether all answers belong to their questions, without duplicates and within each question's maximum. */
export function areAnswersValid(answers: QuizAnswers, { questions }: QuizDefinition): boolean {
  return Object.entries(answers).every(([id, chosen]) => {
    const question = questions.find((candidate) => candidate.id === id);
    const areAllKnown = chosen.every((answer) => question?.answers.some((candidate) => candidate.id === answer));
    return (
      question !== undefined && areAllKnown && new Set(chosen).size === chosen.length && chosen.length <= question.max
    );
  });
}

/** Sums the weights of the chosen answers by axis. */
function sumWeights(answers: QuizAnswers, { questions }: QuizDefinition): Map<string, number> {
  const totals = new Map<string, number>();
  for (const question of questions)
    for (const answer of question.answers) {
      if (!answers[question.id]?.includes(answer.id)) continue;
      for (const [axis, weight] of Object.entries(answer.weights)) totals.set(axis, (totals.get(axis) ?? 0) + weight);
    }
  return totals;
}

/** Returns the type with the largest sum (the first of equals) and all flags whose sum reaches their threshold. */
export function calculateOutcome(answers: QuizAnswers, definition: QuizDefinition): Outcome {
  const totals = sumWeights(answers, definition);
  const getSum = (axis: string) => totals.get(axis) ?? 0;
  return {
    type: definition.axes.types.reduce((best, type) => (getSum(type) > getSum(best) ? type : best)),
    flags: Object.entries(definition.axes.flags).flatMap(([flag, threshold]) =>
      getSum(flag) >= threshold ? [flag] : [],
    ),
  };
}

/** The maximum number of combinations of sums. */
const MAX_STATES = 200_000;

/**
 * Returns the types and flags that some combination of answers leads to. Possible sums are collected question by
 * question instead of enumerating all combinations.
 * @returns null if there are too many possible sums
 */
export function findReachableOutcomes({
  axes,
  questions,
}: QuizDefinition): { types: Set<string>; flags: Set<string> } | null {
  // A state is the sum of weights of each type; the keys of the maps remove duplicates.
  let states = new Map<string, number[]>([["", axes.types.map(() => 0)]]);
  for (const { answers, max } of questions) {
    const nextStates = new Map<string, number[]>();
    for (const state of states.values())
      for (const chosen of listAnswerSets(answers, max)) {
        const nextState = axes.types.map(
          (type, index) => (state[index] ?? 0) + chosen.reduce((total, { weights }) => total + (weights[type] ?? 0), 0),
        );
        nextStates.set(nextState.join(), nextState);
      }
    if (nextStates.size > MAX_STATES) return null;
    states = nextStates;
  }
  const types = new Set<string>();
  for (const state of states.values()) types.add(axes.types[state.indexOf(Math.max(...state))] ?? "");
  const flags = Object.entries(axes.flags).filter(([flag, threshold]) => calculateMaxSum(flag, questions) >= threshold);
  return { types, flags: new Set(flags.map(([flag]) => flag)) };
}

type Answer = QuizDefinition["questions"][number]["answers"][number];

/** Returns all sets of answers that may be given to a question, including the empty one. */
function listAnswerSets(answers: readonly Answer[], max: number): Answer[][] {
  const answerSets: Answer[][] = [[]];
  for (const answer of answers)
    for (const answerSet of answerSets.filter((chosen) => chosen.length < max)) answerSets.push([...answerSet, answer]);
  return answerSets;
}

/** Returns the largest possible sum of weights of an axis. */
function calculateMaxSum(axis: string, questions: QuizDefinition["questions"]): number {
  return questions.reduce((sum, { answers, max }) => {
    const weights = answers.map((answer) => answer.weights[axis] ?? 0).toSorted((a, b) => b - a);
    return sum + weights.slice(0, max).reduce((total, weight) => total + weight, 0);
  }, 0);
}
