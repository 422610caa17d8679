// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import { connectionError, stubFetch } from "../../test/stub-fetch.ts";
import { createSuccessResult } from "../forms/form-result.ts";
import { QuestionForm } from "./question-form.tsx";

const similar = {
  data: {
    items: [
      {
        id: 1,
        text: "Does it smell?",
        answer: "Of rice.",
        product: { name: "Rice toner", link_rewrite: "rice-toner" },
      },
      { id: 2, text: "Does it sting?", answer: "No.", product: null },
    ],
  },
};

function renderForm(...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const onSent = vi.fn<(message: string | null) => void>();
  const page = renderPage(<QuestionForm productId={7} onSent={onSent} />, {
    actions: { "/profile/questions/7": action },
  });
  return { ...page, onSubmit, onSent };
}

const getText = () => screen.getByRole("textbox", { name: "Your question" });
const getSubmit = () => screen.getByRole("button", { name: "Ask" });

it("shows similar questions while typing", async () => {
  const calls = stubFetch(() => similar);
  const { user } = renderForm();
  await user.type(getText(), "Does");
  await user.type(getText(), " it smell");
  expect(await screen.findByText("Does it smell?")).toBeVisible();
  expect(calls.map(({ url }) => url)).toEqual(["/v1/products/7/similar-questions?q=Does%20it%20smell"]);
  expect(screen.getByText("Of rice.")).not.toBeVisible();
  await user.click(screen.getByText("Does it smell?"));
  expect(screen.getByText("Of rice.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Rice toner" })).toHaveAttribute("href", "/en-US/rice-toner#questions");
  await user.clear(getText());
  expect(screen.queryByText("Does it smell?")).not.toBeInTheDocument();
});

it("sends the question without similar ones when the store cannot be reached for them", async () => {
  stubFetch(() => connectionError);
  const { user, onSubmit, onSent } = renderForm(createSuccessResult("We will answer"));
  await user.type(getText(), "Does it smell of rice?");
  await user.click(screen.getByRole("checkbox", { name: "Do not show my name" }));
  await user.click(getSubmit());
  await waitFor(() => expect(onSent.mock.calls).toEqual([["We will answer"]]));
  expect(onSubmit.mock.calls).toEqual([[{ text: "Does it smell of rice?", anonymous: "on", notify: "on" }]]);
});

it("names the limit that the question breaks and keeps the text", async () => {
  const failure = createFailedResult({ errors: { text: ["too_short"] }, values: { text: "Hm?" } });
  const { user } = renderForm(failure, "connection lost");
  await user.type(getText(), "Hm?");
  await user.click(getSubmit());
  await waitFor(() => expect(getText()).toHaveAccessibleDescription("Too short: 10 characters at least"));
  expect(getText()).toHaveValue("Hm?");
  expect(getText()).toHaveFocus();
  await user.click(getSubmit());
  expect(await screen.findByText(/Check your connection/)).toBeVisible();
});
