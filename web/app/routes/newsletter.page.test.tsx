// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderRoute } from "../../test/render-page.tsx";
import { createSuccessResult, type FormResult } from "../forms/form-result.ts";
import NewsletterPage from "./newsletter.page.tsx";

function renderNewsletter(token: string | null, ...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const options = { actions: { "/user/newsletter": action } };
  return { ...renderRoute(NewsletterPage, { loaderData: { token } }, options), onSubmit };
}

const getEmail = () => screen.getByRole("textbox", { name: "Email" });
const getConsent = () => screen.getByRole("checkbox", { name: /Send me new arrivals and offers/ });
const getSubmit = () => screen.getByRole("button", { name: "Subscribe" });

it("subscribes an address with the consent", async () => {
  const { user, onSubmit } = renderNewsletter(null, createSuccessResult("We have sent you a link"));
  await user.type(getEmail(), "anna@example.com");
  await user.click(getConsent());
  await user.click(getSubmit());
  expect(await screen.findByRole("status")).toHaveTextContent("We have sent you a link");
  expect(onSubmit.mock.calls).toEqual([[{ email: "anna@example.com", agree: "on" }]]);
});

it("shows the errors of both fields and keeps what was entered", async () => {
  const errors = { email: ["invalidEmail"], agree: ["notification.no_agree_personal"] };
  const { user } = renderNewsletter(null, createFailedResult({ errors, values: { email: "anna" } }));
  await user.type(getEmail(), "anna");
  await user.click(getSubmit());
  await waitFor(() => expect(getEmail()).toHaveFocus());
  expect(getEmail()).toHaveAccessibleDescription(/such as anna/);
  expect(getEmail()).toHaveValue("anna");
  expect(getConsent()).toHaveAccessibleDescription(/agree to the processing/);
});

it("confirms the subscription with the token of the email, once", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit } = renderNewsletter("t-1", "connection lost", response.promise);
  await user.click(getSubmit());
  expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
  await user.dblClick(getSubmit());
  response.resolve(createSuccessResult("You are subscribed"));
  expect(await screen.findByText("You are subscribed")).toBeVisible();
  expect(onSubmit.mock.calls).toEqual([[{ token: "t-1" }], [{ token: "t-1" }]]);
});

it("offers to subscribe again if the link is broken", async () => {
  const failure = createFailedResult({ code: "link_broken", message: "The link is too old" });
  const { user } = renderNewsletter("t-1", failure);
  await user.click(getSubmit());
  expect(await screen.findByRole("alert")).toHaveTextContent("The link is too old");
  expect(screen.getByRole("link", { name: "Subscribe again" })).toHaveAttribute("href", "/en-US/user/newsletter");
});
