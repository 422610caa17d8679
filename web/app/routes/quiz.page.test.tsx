// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderRoute } from "../../test/render-page.tsx";
import QuizPage from "./quiz.page.tsx";
import type { Route } from "./+types/quiz.page";

type LoaderData = Route.ComponentProps["loaderData"];

const answers = ["Tight", "Shiny", "Calm"].map((text) => ({ id: text.toLowerCase(), text, hint: null }));
const loaderData = {
  ...{
    id: 3,
    title: "Your skin",
    intro: "Three questions",
    givenAnswers: [],
    total: 3,
    isUnanswered: false,
    pictures: [],
  },
  ...{
    question: { id: "feel", text: "How does it feel?", hint: "In the evening", max: 1, answers },
    others: [{ id: 4, title: "Your hair" }],
  },
} as unknown as LoaderData;

const renderQuiz = (overrides: Partial<LoaderData> = {}) =>
  renderRoute(QuizPage, { loaderData: { ...loaderData, ...overrides } }, { url: "/maketest/3" });

it("submits one answer in the URL", async () => {
  const { user, getUrl } = renderQuiz();
  expect(screen.getByText("Question 1 of 3")).toBeVisible();
  await user.click(screen.getByRole("radio", { name: "Shiny" }));
  await user.click(screen.getByRole("radio", { name: "Calm" }));
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(getUrl()).toBe("/en-US/maketest/3?answer=calm");
});

it("needs an answer, or a question that is skipped", async () => {
  const { user, getUrl } = renderQuiz();
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(getUrl()).toBe("/en-US/maketest/3");
  expect(screen.getByRole("link", { name: "I do not know, skip" })).toHaveAttribute("href", "/en-US/maketest/3?a=-");
  expect(screen.queryByRole("link", { name: "Back" })).not.toBeInTheDocument();
});

it("explains the question and the answers", () => {
  const question = { ...loaderData.question!, answers: [{ id: "tight", text: "Tight", hint: "You need a cream" }] };
  renderQuiz({ question });
  expect(screen.getByRole("group")).toHaveAccessibleDescription("In the evening");
  expect(screen.getByRole("radio", { name: /Tight\s*You need a cream/ })).toBeInTheDocument();
});

it("adds several answers to those of the questions before", async () => {
  const question = { ...loaderData.question!, max: 2 };
  const { user, getUrl } = renderQuiz({ givenAnswers: [["dry"]], question });
  expect(screen.getByRole("heading", { name: "How does it feel?" })).toHaveFocus();
  await user.click(screen.getByRole("checkbox", { name: "Tight" }));
  await user.click(screen.getByRole("checkbox", { name: "Calm" }));
  await user.click(screen.getByRole("button", { name: "Next" }));
  expect(getUrl()).toBe("/en-US/maketest/3?a=dry&answer=tight&answer=calm");
});

it("leads back to the question before", () => {
  renderQuiz({ givenAnswers: [["dry"], []] });
  expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/en-US/maketest/3?a=dry");
});

it("explains why it begins again if every question was skipped", () => {
  renderQuiz({ isUnanswered: true });
  expect(screen.getByText(/You skipped every question/)).toBeVisible();
});

it("links to the other quizzes", () => {
  renderQuiz();
  expect(screen.getByRole("link", { name: "Another quiz: Your hair" })).toHaveAttribute("href", "/en-US/maketest/4");
});
