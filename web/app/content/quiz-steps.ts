import type { Quiz } from "@furoshiki/api/quizzes";

/** Answers in the order of the questions; an empty list is a question that was passed over. */
export type Given = string[][];

/**
 * Reads what was answered so far from an address (`?a=tight,-,dry.lines`). What is no answer of its question ends the
 * list there: the quiz goes on from that question.
 */
export function readGiven(text: string | null, { questions }: Quiz): Given {
  const given: Given = [];
  for (const [at, part] of (text ?? "").split(",").entries()) {
    const question = questions[at];
    const chosen = part === "-" ? [] : part.split(".");
    const isAnswer = chosen.every((id) => question?.answers.some((answer) => answer.id === id));
    if (!question || part === "" || !isAnswer || chosen.length > question.max) break;
    given.push(chosen);
  }
  return given;
}

/** The same as it stands in an address. */
export function writeGiven(given: Given): string {
  return given.map((chosen) => (chosen.length > 0 ? chosen.join(".") : "-")).join(",");
}

/** The query of a quiz after these answers; none at its beginning. */
export function givenQuery(given: Given): string {
  return given.length > 0 ? `?a=${writeGiven(given)}` : "";
}
