// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { createFailedResult, createFormAction, renderRoute } from "../../test/render-page.tsx";
import { createSuccessResult, type FormResult } from "../forms/form-result.ts";
import ChangePasswordPage from "./change-password.page.tsx";
import type { Route } from "./+types/change-password.page";

type LoaderData = Route.ComponentProps["loaderData"];

const withToken = { token: "t-1", email: "", methods: null, linkError: null };
const methods = { passkeys: [], has_password: true, second_factor: false, is_recent: true };
const asCustomer = { token: null, email: "anna@example.com", methods, linkError: null };
const asGuest: LoaderData = { token: null, email: null, methods: null, linkError: null };

function renderForm(loaderData: LoaderData, ...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const actions = { "/change-password": action, "/forgot-password": action };
  const page = renderRoute(ChangePasswordPage, { loaderData }, { actions });
  return { ...page, onSubmit };
}

const getNewPassword = () => screen.getByLabelText(/^New password/);
const getPasswordAgain = () => screen.getByLabelText(/^Password again/);
const getSubmit = () => screen.getByRole("button", { name: "Save the password" });

async function enterPasswords(user: ReturnType<typeof renderForm>["user"]) {
  await user.type(getNewPassword(), "correct horse");
  await user.type(getPasswordAgain(), "correct horse");
}

it("sets a new password with the token of the email", async () => {
  const { user, onSubmit } = renderForm(withToken, createSuccessResult("Password saved"));
  await enterPasswords(user);
  await user.click(getSubmit());
  expect(await screen.findByRole("status")).toHaveTextContent("Password saved");
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/en-US/login");
  expect(onSubmit.mock.calls).toEqual([
    [{ token: "t-1", password: "correct horse", password_confirmation: "correct horse" }],
  ]);
});

it("asks a signed-in customer for the current password", async () => {
  const { user, onSubmit } = renderForm(
    asCustomer,
    createFailedResult({ errors: { current_password: ["wrongPassword"] } }),
  );
  const current = screen.getByLabelText(/^Current password/);
  await user.type(current, "old secret");
  await enterPasswords(user);
  await user.click(getSubmit());
  await waitFor(() => expect(current).toHaveFocus());
  expect(current).toHaveAccessibleDescription("This is not your current password");
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ current_password: "old secret", username: "anna@example.com" });
  await user.click(getSubmit());
  expect(await screen.findByRole("link", { name: "Sign-in and security" })).toBeVisible();
});

it("checks both passwords when they lose focus", async () => {
  const { user } = renderForm(withToken);
  await user.type(getNewPassword(), "short");
  await user.click(getPasswordAgain());
  expect(getNewPassword()).toHaveAccessibleDescription("Too short: at least 8 characters");
  await user.type(getPasswordAgain(), "other");
  await user.click(getNewPassword());
  expect(getPasswordAgain()).toHaveAccessibleDescription("The passwords do not match");
});

it("offers a new link if the link is expired or was used meanwhile", async () => {
  const { user } = renderForm(withToken, createFailedResult({ code: "reset_link_used", message: "The link was used" }));
  await enterPasswords(user);
  await user.click(getSubmit());
  expect(await screen.findByRole("alert")).toHaveTextContent("The link was used");
  expect(screen.getByRole("link", { name: "Get a new link" })).toHaveAttribute("href", "/en-US/forgot-password");
});

it("shows why a link cannot be used", () => {
  renderForm({ ...withToken, methods: null, linkError: "The link is too old" });
  expect(screen.getByRole("alert")).toHaveTextContent("The link is too old");
  expect(screen.queryByRole("button", { name: "Save the password" })).not.toBeInTheDocument();
});

it("lets a guest request a link", async () => {
  const sent = createSuccessResult("Check your inbox");
  const { user, onSubmit } = renderForm(asGuest, createFailedResult({ message: "Too many requests" }), sent);
  await user.type(screen.getByRole("textbox", { name: "Email" }), "anna@example.com");
  await user.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Too many requests");
  await user.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByRole("status")).toHaveTextContent("Check your inbox");
  expect(onSubmit).toHaveBeenLastCalledWith({ email: "anna@example.com" });
});

it("keeps the form when the connection is lost and sends it once", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit } = renderForm(withToken, "connection lost", response.promise);
  await enterPasswords(user);
  await user.click(getSubmit());
  expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
  await user.dblClick(getSubmit());
  expect(onSubmit).toHaveBeenCalledTimes(2);
  response.resolve(createSuccessResult("Password saved"));
  expect(await screen.findByText("Password saved")).toBeVisible();
});

it("sets a first password without asking for one, and for a code if the sign-in was long ago", async () => {
  const required = createFailedResult({ code: "recent_authentication_required", message: "Confirm that it is you." });
  const { user, onSubmit } = renderForm({ ...asCustomer, methods: { ...methods, has_password: false } }, required);
  expect(screen.queryByLabelText(/^Current password/)).not.toBeInTheDocument();
  await enterPasswords(user);
  await user.click(getSubmit());
  expect(await screen.findByRole("button", { name: "Get a code by email" })).toBeVisible();
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ first: "1", password: "correct horse" });
});
