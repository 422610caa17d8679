// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFormAction, renderPage } from "../../../test/render-page.tsx";
import { createSuccessResult } from "../../forms/form-result.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import type { SignInScreen } from "./sign-in-path.ts";

const email = "anna@example.com";

function renderPanel(screenName: SignInScreen, result = createSuccessResult(null, { email })) {
  const { action } = createFormAction(result);
  const panel = <SignInPanel as="h1" id="title" screen={screenName} from={null} getHref={(name) => `/en-US/${name}`} />;
  return renderPage(panel, { actions: { "/login": action, "/register": action } });
}

it("links each screen to the other one", () => {
  renderPanel("login");
  expect(screen.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Create an account" })).toHaveAttribute("href", "/en-US/register");
});

it("shows the sign-in form with the email after a registration", async () => {
  const { user } = renderPanel("register");
  expect(screen.getByRole("heading", { level: 1, name: "Create an account" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Create an account" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Your account is ready");
  expect(screen.getByRole("textbox", { name: "Email" })).toHaveValue(email);
});
