import type { Quiz } from "@furoshiki/api/quizzes";
import { expect, it } from "vitest";
import { givenQuery, readGiven } from "./quiz-steps.ts";

const answers = (...ids: string[]) => ids.map((id) => ({ id, text: id }));
const quiz: Quiz = {
  id: 1,
  title: "Кожа",
  intro: "",
  share: "",
  twin: true,
  others: [],
  questions: [
    { id: "wash", text: "", max: 1, answers: answers("tight", "fine") },
    { id: "pores", text: "", max: 1, answers: answers("none", "nose") },
    { id: "wish", text: "", max: 2, answers: answers("dry", "lines", "spots") },
  ],
};

it("keeps what was answered in the address, and reads it back", () => {
  for (const given of [[], [["tight"]], [["fine"], []], [["fine"], ["nose"], ["dry", "lines"]]])
    expect(readGiven(new URLSearchParams(givenQuery(given)).get("a"), quiz)).toEqual(given);
});

it("goes on from the first question whose answer is none of its own", () => {
  expect(readGiven("tight,cheeks,dry", quiz)).toEqual([["tight"]]);
  expect(readGiven("tight,none,dry.lines.spots", quiz)).toEqual([["tight"], ["none"]]);
  expect(readGiven("tight,none,-,more", quiz)).toEqual([["tight"], ["none"], []]);
  expect(readGiven("<script>", quiz)).toEqual([]);
});
