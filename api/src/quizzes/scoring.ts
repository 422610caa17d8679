import type { QuizBody } from "./body.ts";
import type { QuizAnswers } from "./schema.ts";

/** What a quiz came to: one of its types, and the flags that hold. */
export type Outcome = { type: string; flags: string[] };

/** The address form of an outcome: `D-S-A`. */
export function codeOf({ type, flags }: Outcome): string {
  return [type, ...flags].join("-");
}

/** Reads an outcome from an address; null where the quiz has none of that name. */
export function readCode(code: string, { axes }: QuizBody): Outcome | null {
  const [type = "", ...flags] = code.split("-");
  const known = Object.keys(axes.flags);
  const inOrder = known.filter((flag) => flags.includes(flag));
  return axes.types.includes(type) && inOrder.length === flags.length ? { type, flags: inOrder } : null;
}

/** True where every answer is one of its question, and none has more than it may. */
export function areAnswersOf(answers: QuizAnswers, { questions }: QuizBody): boolean {
  return Object.entries(answers).every(([id, chosen]) => {
    const question = questions.find((one) => one.id === id);
    const isEach = chosen.every((answer) => question?.answers.some((one) => one.id === answer));
    return question !== undefined && isEach && new Set(chosen).size === chosen.length && chosen.length <= question.max;
  });
}

/** The sums of what was answered, by axis. */
function sums(answers: QuizAnswers, { questions }: QuizBody): Map<string, number> {
  const all = new Map<string, number>();
  for (const question of questions)
    for (const answer of question.answers) {
      if (!answers[question.id]?.includes(answer.id)) continue;
      for (const [axis, weight] of Object.entries(answer.weights)) all.set(axis, (all.get(axis) ?? 0) + weight);
    }
  return all;
}

/** The type with the largest sum, the first named among equals; every flag whose sum reaches its bound. */
export function outcomeOf(answers: QuizAnswers, body: QuizBody): Outcome {
  const all = sums(answers, body);
  const of = (axis: string) => all.get(axis) ?? 0;
  return {
    type: body.axes.types.reduce((best, type) => (of(type) > of(best) ? type : best)),
    flags: Object.entries(body.axes.flags).flatMap(([flag, bound]) => (of(flag) >= bound ? [flag] : [])),
  };
}

const MOST_STATES = 200_000;

/**
 * The types and flags that some answers lead to. Sums are gone through question by question, so that a quiz of eight
 * questions needs thousands of steps and not millions. @returns null where even these are too many to tell.
 */
export function reachable({ axes, questions }: QuizBody): { types: Set<string>; flags: Set<string> } | null {
  let states = new Map<string, number[]>([["", axes.types.map(() => 0)]]);
  for (const { answers, max } of questions) {
    const next = new Map<string, number[]>();
    for (const state of states.values())
      for (const chosen of choices(answers, max)) {
        const sum = axes.types.map(
          (type, at) => (state[at] ?? 0) + chosen.reduce((all, one) => all + (one.weights[type] ?? 0), 0),
        );
        next.set(sum.join(), sum);
      }
    if (next.size > MOST_STATES) return null;
    states = next;
  }
  const types = new Set<string>();
  for (const state of states.values()) types.add(axes.types[state.indexOf(Math.max(...state))] ?? "");
  const flags = Object.entries(axes.flags).filter(([flag, bound]) => mostOf(flag, questions) >= bound);
  return { types, flags: new Set(flags.map(([flag]) => flag)) };
}

type Answer = QuizBody["questions"][number]["answers"][number];

/** Every set of answers that may be given to a question, none among them. */
function choices(answers: readonly Answer[], max: number): Answer[][] {
  const all: Answer[][] = [[]];
  for (const answer of answers)
    for (const one of all.filter((chosen) => chosen.length < max)) all.push([...one, answer]);
  return all;
}

function mostOf(axis: string, questions: QuizBody["questions"]): number {
  return questions.reduce((sum, { answers, max }) => {
    const best = answers.map((one) => one.weights[axis] ?? 0).toSorted((a, b) => b - a);
    return sum + best.slice(0, max).reduce((all, one) => all + one, 0);
  }, 0);
}
