import type { Quiz } from "@furoshiki/api/quizzes";
import { expect, it } from "vitest";
import { buildAnswersQuery, parseGivenAnswers } from "./quiz-answers.ts";

const createAnswers = (...ids: string[]) => ids.map((id) => ({ id, text: id, hint: null }));
const quiz: Quiz = {
  id: 1,
  title: "Кожа",
  intro: "",
  pictures: [],
  share: "",
  twin: true,
  others: [],
  questions: [
    { id: "wash", text: "", hint: null, max: 1, answers: createAnswers("tight", "fine") },
    { id: "pores", text: "", hint: null, max: 1, answers: createAnswers("none", "nose") },
    { id: "goal", text: "", hint: null, max: 2, answers: createAnswers("dry", "lines", "spots") },
  ],
};

it("round-trips answers through the URL", () => {
  for (const givenAnswers of [[], [["tight"]], [["fine"], []], [["fine"], ["nose"], ["dry", "lines"]]])
    expect(parseGivenAnswers(new URLSearchParams(buildAnswersQuery(givenAnswers)).get("a"), quiz)).toEqual(
      givenAnswers,
    );
});

it("stops at the first question with an invalid answer", () => {
  expect(parseGivenAnswers("tight,cheeks,dry", quiz)).toEqual([["tight"]]);
  expect(parseGivenAnswers("tight,none,dry.lines.spots", quiz)).toEqual([["tight"], ["none"]]);
  expect(parseGivenAnswers("tight,none,-,more", quiz)).toEqual([["tight"], ["none"], []]);
  expect(parseGivenAnswers("<script>", quiz)).toEqual([]);
});
