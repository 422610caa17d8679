// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../../test/render-page.tsx";
import { createSuccessResult, type FormResult } from "../../forms/form-result.ts";
import { EmailStep } from "./email-step.tsx";

const email = "anna@example.com";
const codeSent = createSuccessResult(null, { email, code_token: "token-1" });
const signedIn = createSuccessResult(null, { signed_in: "1" });

function renderStep(responses: Parameters<typeof createFormAction>, signIn: Parameters<typeof createFormAction> = []) {
  const step = createFormAction(...responses);
  const password = createFormAction(...signIn);
  const onSignedIn = vi.fn<() => void>();
  const actions = { "/login/email": step.action, "/login": password.action };
  const page = renderPage(<EmailStep id="cart" onSignedIn={onSignedIn} />, { actions });
  return { ...page, onSubmit: step.onSubmit, onPassword: password.onSubmit, onSignedIn };
}

const getEmail = () => screen.getByRole("textbox", { name: "Email" });
const getNext = () => screen.getByRole("button", { name: "Next: address" });
const findCode = () => screen.findByRole("textbox", { name: "Code from the email" });

it("goes on with an unknown email at once, also after a double click", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit, onSignedIn } = renderStep([response.promise]);
  expect(screen.getAllByRole("textbox")).toHaveLength(1);
  await user.type(getEmail(), email);
  await user.dblClick(getNext());
  response.resolve(signedIn);
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls).toEqual([[{ intent: "begin", email }]]);
  expect(getNext()).toBeDisabled();
});

it("asks for the code of a known email and sends it with the sixth digit", async () => {
  const { user, onSubmit, onSignedIn } = renderStep([codeSent, signedIn]);
  await user.type(getEmail(), `${email}{Enter}`);
  const code = await findCode();
  await waitFor(() => expect(code).toHaveFocus());
  expect(screen.getByRole("status")).toHaveTextContent(email);
  await user.type(code, "123456");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls[1]).toEqual([{ intent: "verify", email, code_token: "token-1", code: "123456" }]);
});

it("says that a code is wrong at its field, and accepts a pasted one with a space", async () => {
  const wrong = createFailedResult({
    code: "wrong_email_code",
    message: "That is not the code",
    values: { email, code_token: "token-1" },
  });
  const { user, onSubmit, onSignedIn } = renderStep([codeSent, wrong, signedIn]);
  await user.type(getEmail(), `${email}{Enter}`);
  await user.type(await findCode(), "111111");
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveAccessibleDescription("That is not the code"));
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveFocus());
  await user.clear(screen.getByRole("textbox"));
  await user.paste("123 456");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls[2]?.[0]).toMatchObject({ code: "123456" });
});

it("returns to the email, which it keeps", async () => {
  const { user } = renderStep([codeSent]);
  await user.type(getEmail(), `${email}{Enter}`);
  await findCode();
  await user.click(screen.getByRole("button", { name: "Another email" }));
  expect(getEmail()).toHaveValue(email);
});

it("takes the password instead, with the email filled in, and returns to the code", async () => {
  const { user, onPassword, onSignedIn } = renderStep([]);
  await user.type(getEmail(), email);
  await user.click(screen.getByRole("button", { name: "Use a password" }));
  expect(getEmail()).toHaveValue(email);
  expect(screen.getByLabelText(/^Password/)).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Sign in with a code" }));
  await user.click(screen.getByRole("button", { name: "Use a password" }));
  await user.type(screen.getByLabelText(/^Password/), "correct horse{Enter}");
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(onPassword.mock.calls[0]?.[0]).toMatchObject({ email, password: "correct horse" });
});

it("asks for the second factor after the code", async () => {
  const challenge = createFailedResult({ code: "second_factor_required", values: { email, challenge: "c-1" } });
  const { user, onPassword } = renderStep([codeSent, challenge]);
  await user.type(getEmail(), `${email}{Enter}`);
  await user.type(await findCode(), "123456");
  await user.type(await screen.findByRole("textbox", { name: "Code from your app" }), "654321{Enter}");
  await waitFor(() => expect(onPassword.mock.calls[0]?.[0]).toMatchObject({ challenge: "c-1", code: "654321" }));
});

it("asks whether a mistyped domain is meant, and is no obstacle", async () => {
  const { user, onSubmit } = renderStep([codeSent]);
  await user.type(getEmail(), "anna@gmial.com");
  await user.tab();
  await user.click(screen.getByRole("button", { name: "Did you mean anna@gmail.com?" }));
  expect(getEmail()).toHaveValue("anna@gmail.com");
  expect(getEmail()).not.toBeInvalid();
  await user.click(getNext());
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
});

it("shows an error of the server and can be sent again", async () => {
  const failure = createFailedResult({ message: "Too many attempts", values: { email, code_token: "" } });
  const { user } = renderStep([failure, codeSent]);
  await user.type(getEmail(), `${email}{Enter}`);
  expect(await screen.findByText("Too many attempts")).toBeVisible();
  await user.click(getNext());
  expect(await findCode()).toBeVisible();
});
