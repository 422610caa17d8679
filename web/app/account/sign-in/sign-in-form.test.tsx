// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { expect, it, vi } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../../test/render-page.tsx";
import { createSuccessResult, type FormResult } from "../../forms/form-result.ts";
import { SignInForm } from "./sign-in-form.tsx";

const email = "anna@example.com";
const challenge = createFailedResult({
  code: "second_factor_required",
  values: { challenge: "c-1", remember: "1", email, from: "/wishlist" },
});

function renderForm(
  props: Partial<ComponentProps<typeof SignInForm>> = {},
  responses: { signIn?: Parameters<typeof createFormAction>; reset?: Parameters<typeof createFormAction> } = {},
) {
  const signIn = createFormAction(...(responses.signIn ?? []));
  const reset = createFormAction(...(responses.reset ?? []));
  const actions = { "/login": signIn.action, "/forgot-password": reset.action };
  const page = renderPage(<SignInForm from={null} {...props} />, { actions });
  return { ...page, onSignIn: signIn.onSubmit, onReset: reset.onSubmit };
}

const getEmail = () => screen.getByRole("textbox", { name: "Email" });
const getPassword = () => screen.getByLabelText(/^Password/);
const getSubmit = () => screen.getByRole("button", { name: "Sign in" });

it("signs in with what was entered and stays pending while the page changes", async () => {
  const onSignedIn = vi.fn<() => void>();
  const { user, onSignIn } = renderForm({ from: "/wishlist", onSignedIn });
  await user.type(getEmail(), email);
  await user.type(getPassword(), "correct horse");
  await user.click(screen.getByRole("checkbox", { name: "Remember me" }));
  await user.click(getSubmit());
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(onSignIn.mock.calls).toEqual([
    [{ from: "/wishlist", email, password: "correct horse", remember: "on", scripted: "1" }],
  ]);
  expect(getSubmit()).toBeDisabled();
});

it("shows that a sign-in failed", async () => {
  const failure = createFailedResult({ message: "Wrong email or password", code: "login_failed", values: { email } });
  const { user } = renderForm({ email }, { signIn: [failure] });
  await user.type(getPassword(), "wrong{Enter}");
  expect(await screen.findByText("Wrong email or password")).toBeVisible();
  expect(getSubmit()).toBeEnabled();
});

it("shows the errors of each field and focuses the first invalid one", async () => {
  const errors = { email: ["required", "invalidEmail"], password: ["required"] };
  const { user } = renderForm({}, { signIn: [createFailedResult({ errors })] });
  await user.click(getSubmit());
  await waitFor(() => expect(getEmail()).toHaveFocus());
  expect(getEmail()).toHaveAccessibleDescription(/Fill in this field.*anna@example.com/);
  expect(getPassword()).toBeInvalid();
});

it("keeps what was entered when the connection is lost, and can be sent again", async () => {
  const { user, onSignIn } = renderForm({}, { signIn: ["connection lost"] });
  await user.type(getEmail(), email);
  await user.type(getPassword(), "correct horse{Enter}");
  expect(await screen.findByText(/Check your connection/)).toBeVisible();
  expect(getEmail()).toHaveValue(email);
  await user.click(getSubmit());
  await waitFor(() => expect(onSignIn).toHaveBeenCalledTimes(2));
});

it("is submitted once by a double click and by Enter twice", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSignIn } = renderForm({}, { signIn: [response.promise] });
  await user.type(getPassword(), "correct horse{Enter}{Enter}");
  await user.dblClick(getSubmit());
  expect(onSignIn).toHaveBeenCalledOnce();
  expect(getSubmit()).toBeDisabled();
  response.resolve(createFailedResult({ message: "Wrong email or password" }));
  await waitFor(() => expect(getSubmit()).toBeEnabled());
});

it("asks for the second factor, with the values of the password step", async () => {
  const { user, onSignIn } = renderForm({}, { signIn: [challenge] });
  await user.type(getPassword(), "correct horse{Enter}");
  const code = await screen.findByRole("textbox", { name: "Code from your app" });
  expect(code).toHaveFocus();
  await user.type(code, "123456{Enter}");
  await waitFor(() => expect(onSignIn).toHaveBeenCalledTimes(2));
  expect(onSignIn).toHaveBeenLastCalledWith({ ...challenge.values, code: "123456", scripted: "1" });
});

it("accepts a recovery code and returns to the password step", async () => {
  const { user } = renderForm({}, { signIn: [challenge] });
  await user.type(getPassword(), "correct horse{Enter}");
  await user.type(await screen.findByRole("textbox", { name: "Code from your app" }), "123");
  await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
  expect(screen.getByRole("textbox", { name: "Recovery code" })).toHaveValue("");
  await user.click(screen.getByRole("button", { name: "Back to the password" }));
  expect(getEmail()).toHaveValue(email);
});

it("requests a password reset email and shows when the next one can be requested", async () => {
  const sent = createSuccessResult("Sent to anna@example.com", { email });
  const { user, onReset, onSignIn } = renderForm({}, { reset: [sent] });
  await user.type(getEmail(), email);
  await user.click(screen.getByRole("button", { name: "Forgot your password?" }));
  expect(await screen.findByRole("status")).toHaveTextContent("Sent to anna@example.com");
  expect(onReset.mock.calls).toEqual([[{ email }]]);
  expect(onSignIn).not.toHaveBeenCalled();
  expect(await screen.findByText(/^Send again in/)).toBeVisible();
});

it("signs in with a code by email, and remembers what was ticked", async () => {
  const sent = createSuccessResult("Sent", { email, code_token: "token-1", remember: "1" });
  const onSignedIn = vi.fn<() => void>();
  const { user, onSignIn } = renderForm({ onSignedIn }, { signIn: [sent] });
  await user.type(getEmail(), email);
  await user.click(screen.getByRole("button", { name: "Get a code by email" }));
  const code = await screen.findByRole("textbox", { name: "Code from the email" });
  await waitFor(() => expect(code).toHaveFocus());
  expect(onSignedIn).not.toHaveBeenCalled();
  await user.type(code, "12 34 56");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(onSignIn.mock.calls.map(([values]) => values)).toEqual([
    { intent: "code", email, password: "", scripted: "1" },
    { intent: "verify", email, remember: "1", code_token: "token-1", code: "123456", scripted: "1" },
  ]);
});

it("returns from the code to the password", async () => {
  const { user } = renderForm({}, { signIn: [createSuccessResult("Sent", { email, code_token: "token-1" })] });
  await user.click(screen.getByRole("button", { name: "Get a code by email" }));
  await user.click(await screen.findByRole("button", { name: "Use a password" }));
  expect(getPassword()).toBeVisible();
});
