import type { Quiz } from "@furoshiki/api/quizzes";

/** Answer ids in the order of the questions; an empty list is a skipped question. */
export type GivenAnswers = string[][];

/**
 * Parses the answers in the URL (`?a=tight,-,dry.lines`). Stops at the first invalid answer: the quiz continues with
 * that question.
 */
export function parseGivenAnswers(text: string | null, { questions }: Quiz): GivenAnswers {
  const givenAnswers: GivenAnswers = [];
  for (const [index, answerPart] of (text ?? "").split(",").entries()) {
    const question = questions[index];
    const selectedIds = answerPart === "-" ? [] : answerPart.split(".");
    const isValid = selectedIds.every((id) => question?.answers.some((answer) => answer.id === id));
    if (!question || answerPart === "" || !isValid || selectedIds.length > question.max) break;
    givenAnswers.push(selectedIds);
  }
  return givenAnswers;
}

/** Serializes answers for the URL. */
export function serializeGivenAnswers(givenAnswers: GivenAnswers): string {
  return givenAnswers.map((selectedIds) => (selectedIds.length > 0 ? selectedIds.join(".") : "-")).join(",");
}

/** Returns the query string of a quiz after these answers; empty if there are none. */
export function buildAnswersQuery(givenAnswers: GivenAnswers): string {
  return givenAnswers.length > 0 ? `?a=${serializeGivenAnswers(givenAnswers)}` : "";
}
