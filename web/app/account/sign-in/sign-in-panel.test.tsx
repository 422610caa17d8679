// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createFormAction, renderPage } from "../../../test/render-page.tsx";
import { createSuccessResult } from "../../forms/form-result.ts";
import { SignInPanel } from "./sign-in-panel.tsx";
import type { SignInScreen } from "./sign-in-path.ts";

function renderPanel(screenName: SignInScreen, onSignedIn?: () => void) {
  const { action } = createFormAction(createSuccessResult());
  const getHref = (name: SignInScreen) => `/en-US/${name}`;
  const panel = (
    <SignInPanel
      {...{ as: "h1", id: "title", screen: screenName, from: null, getHref }}
      {...(onSignedIn ? { onSignedIn } : {})}
    />
  );
  return renderPage(panel, { actions: { "/login": action, "/register": action } });
}

it("links each screen to the other one", () => {
  renderPanel("login");
  expect(screen.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Create an account" })).toHaveAttribute("href", "/en-US/register");
});

it("continues as the new customer after a registration", async () => {
  const onSignedIn = vi.fn<() => void>();
  const { user } = renderPanel("register", onSignedIn);
  expect(screen.getByRole("heading", { level: 1, name: "Create an account" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Create an account" }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});
