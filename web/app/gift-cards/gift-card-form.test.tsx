// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { GiftCardOptions } from "@furoshiki/api/gift-cards";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../test/render-page.tsx";
import type { FormResult } from "../forms/form-result.ts";
import { GiftCardForm } from "./gift-card-form.tsx";

const options = {
  ...{ faces: [1000, 3000, 5000], least: 500, most: 30_000, iso_code: "RUB", sign: "₽" },
  ...{ today: "2026-11-23", latest: "2027-11-23" },
} as unknown as GiftCardOptions;

function renderForm(
  { result, values = {} }: { result?: FormResult; values?: Record<string, string> } = {},
  ...responses: Parameters<typeof createFormAction>
) {
  const { action, onSubmit } = createFormAction(...responses);
  const form = <GiftCardForm options={options} result={result} values={values} />;
  return { ...renderPage(form, { url: "/gift", actions: {}, pageAction: action }), onSubmit };
}

const getName = () => screen.getByRole("textbox", { name: "Recipient’s name" });
const getEmail = () => screen.getByRole("textbox", { name: "Recipient’s email" });
const getSubmit = () => screen.getByRole("button", { name: "Add to cart" });
const getAmount = (name: string | RegExp) => screen.getByRole("radio", { name });

it("begins with the amount in the middle and follows every change", async () => {
  const { user } = renderForm();
  expect(getAmount(/3,000/)).toBeChecked();
  expect(screen.getAllByText(/3,000/)).toHaveLength(3);
  await user.click(getAmount(/5,000/));
  expect(screen.getAllByText(/5,000/)).toHaveLength(3);
  await user.type(getName(), "Olga");
  await user.type(screen.getByRole("textbox", { name: "Your message" }), "Happy birthday");
  expect(screen.getByText("Olga")).toBeInTheDocument();
  expect(screen.getByText("Happy birthday")).toBeInTheDocument();
});

it("takes another amount", async () => {
  const { user } = renderForm();
  await user.click(getAmount("Other"));
  expect(screen.getAllByText("—")).toHaveLength(2);
  await user.type(screen.getByRole("textbox", { name: "Your own amount, ₽" }), "1234");
  expect(screen.getAllByText(/1,234/)).toHaveLength(2);
});

it("sends what was entered, once", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit } = renderForm({}, response.promise);
  await user.click(screen.getByRole("radio", { name: "Crane" }));
  await user.type(getName(), "Olga");
  await user.type(getEmail(), "olga@example.com");
  await user.dblClick(getSubmit());
  await waitFor(() => expect(getSubmit()).toBeDisabled());
  response.resolve(createFailedResult({ message: "Too many gift cards" }));
  await waitFor(() => expect(getSubmit()).toBeEnabled());
  expect(onSubmit).toHaveBeenCalledOnce();
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({
    ...{ face: "3000", picture: "crane", recipient_name: "Olga", recipient_email: "olga@example.com" },
  });
});

it("shows the errors beside the fields and keeps the values", async () => {
  const values = { face: "other", amount: "1", recipient_name: "Olga", recipient_email: "olga" };
  const errors = { amount: ["sumTooSmall"], recipient_email: ["invalidEmail"] };
  renderForm({ result: createFailedResult({ errors, values }), values });
  const amount = screen.getByRole("textbox", { name: "Your own amount, ₽" });
  await waitFor(() => expect(amount).toHaveFocus());
  expect(amount).toHaveAccessibleDescription("This is below the minimum");
  expect(getEmail()).toHaveAccessibleDescription(/such as anna/);
  expect(getName()).toHaveValue("Olga");
});

it("asks a guest to sign in and shows other refusals", () => {
  renderForm({ result: createFailedResult({ code: "unauthenticated", message: "Sign in" }) });
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/en-US/podarocnyi-sertifikat.html?auth=1&from=/podarocnyi-sertifikat.html",
  );
});

it("shows why the store refused", () => {
  renderForm({ result: createFailedResult({ message: "Too many gift cards" }) });
  expect(screen.getByRole("alert")).toHaveTextContent("Too many gift cards");
});
