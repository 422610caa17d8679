// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../../test/render-page.tsx";
import { createSuccessResult } from "../../forms/form-result.ts";
import { EmailLinkConfirmation } from "./email-link-confirmation.tsx";

function renderConfirmation(token: string, ...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const page = renderPage(
    <EmailLinkConfirmation
      token={token}
      initialResult={undefined}
      action="/confirm-email"
      title="Confirm your email"
      text="Press the button"
      button="Confirm"
      successTitle="Done"
      expiredMessage="The link is incomplete"
      retryLink={{ to: "/profile/security", text: "Sign-in and security" }}
      errorMessages={{ email_link_used: "The link was used" }}
    />,
    { actions: { "/confirm-email": action } },
  );
  return { ...page, onSubmit };
}

const getButton = () => screen.getByRole("button", { name: "Confirm" });

it("changes something only when the button is pressed", async () => {
  const { user, onSubmit } = renderConfirmation("t-1", createSuccessResult("Your address is confirmed"));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(getButton());
  expect(await screen.findByRole("heading", { name: "Done" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Your address is confirmed");
  expect(onSubmit.mock.calls).toEqual([[{ token: "t-1" }]]);
});

it("shows no button for a link without a token", () => {
  renderConfirmation("");
  expect(screen.getByRole("alert")).toHaveTextContent("The link is incomplete");
  expect(screen.queryByRole("button", { name: "Confirm" })).not.toBeInTheDocument();
});

it.each([
  ["email_link_used", "of the API", "The link was used"],
  ["link_broken", "The link is too old", "The link is too old"],
])("explains the error %s", async (code, message, text) => {
  const { user } = renderConfirmation("t-1", createFailedResult({ code, message }));
  await user.click(getButton());
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
  expect(screen.getByRole("link", { name: "Sign-in and security" })).toHaveAttribute("href", "/en-US/profile/security");
});

it("keeps the button when the connection is lost", async () => {
  const { user } = renderConfirmation("t-1", "connection lost", createSuccessResult("Your address is confirmed"));
  await user.click(getButton());
  expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
  await user.click(getButton());
  expect(await screen.findByText("Your address is confirmed")).toBeVisible();
});
