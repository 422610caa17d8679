// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createFailedResult, createFormAction, renderPage } from "../../../test/render-page.tsx";
import { createSuccessResult, type FormResult } from "../../forms/form-result.ts";
import { RegisterForm } from "./register-form.tsx";

const values = { name: "Anna", tel: "+7 900 000-00-01", email: "anna@example.com" };

function renderForm(...responses: Parameters<typeof createFormAction>) {
  const { action, onSubmit } = createFormAction(...responses);
  const onSignedIn = vi.fn<() => void>();
  const form = <RegisterForm from="/wishlist" onSignedIn={onSignedIn} />;
  return { ...renderPage(form, { actions: { "/register": action } }), onSubmit, onSignedIn };
}

const getField = (name: string) => screen.getByRole("textbox", { name });
const getPassword = () => screen.getByLabelText(/^Password \*/);
const getPasswordAgain = () => screen.getByLabelText(/^Password again/);
const getSubmit = () => screen.getByRole("button", { name: "Create an account" });

async function fillIn(user: ReturnType<typeof renderForm>["user"]) {
  await user.type(getField("First name"), values.name);
  await user.type(getField("Phone"), values.tel);
  await user.type(getField("Email"), values.email);
  await user.type(getPassword(), "correct horse");
  await user.type(getPasswordAgain(), "correct horse");
  await user.click(screen.getByRole("checkbox", { name: /processing of my personal data/ }));
}

it("sends what was entered and continues once with the new account", async () => {
  const { user, onSubmit, onSignedIn } = renderForm(createSuccessResult());
  await fillIn(user);
  await user.click(getSubmit());
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  const passwords = { password: "correct horse", password_confirmation: "correct horse" };
  expect(onSubmit.mock.calls).toEqual([[{ from: "/wishlist", ...values, ...passwords, agree: "on", scripted: "1" }]]);
});

it.each([
  ["Phone", "abc", "Digits, spaces, hyphens, plus and brackets only"],
  ["Phone", "12345", "Too short: at least 9 characters"],
  ["Email", "anna", /such as anna/],
])("checks %s when it loses focus, and forgets the error once it is valid", async (name, text, error) => {
  const { user, onSubmit } = renderForm();
  const field = getField(name);
  await user.type(field, text);
  expect(field).not.toHaveAccessibleDescription();
  await user.tab();
  expect(field).toHaveAccessibleDescription(error);
  await user.clear(field);
  await user.type(field, name === "Phone" ? values.tel : values.email);
  expect(field).not.toHaveAccessibleDescription();
  expect(onSubmit).not.toHaveBeenCalled();
});

it("compares the passwords", async () => {
  const { user } = renderForm();
  await user.type(getPassword(), "correct horse");
  await user.type(getPasswordAgain(), "correct house");
  await user.click(getPassword());
  expect(getPasswordAgain()).toHaveAccessibleDescription("The passwords do not match");
});

it("checks a password that is left with Tab, which moves the focus to the button beside it", async () => {
  const { user } = renderForm();
  await user.type(getPassword(), "short");
  await user.tab();
  expect(screen.getAllByRole("button", { name: "Show password" })[0]).toHaveFocus();
  expect(getPassword()).toHaveAccessibleDescription(/at least 8 characters/);
});

it("shows no error while a button is being clicked, because that could move the button", async () => {
  const { user } = renderForm();
  await user.type(getPassword(), "short");
  await user.pointer({ keys: "[MouseLeft>]", target: getSubmit() });
  expect(getPassword()).not.toHaveAccessibleDescription(/at least 8 characters/);
});

it("does not report a field that was left empty", async () => {
  const { user } = renderForm();
  await user.click(getField("First name"));
  await user.tab();
  await user.tab();
  await user.tab();
  for (const name of ["First name", "Phone", "Email"]) expect(getField(name)).not.toHaveAccessibleDescription();
});

it("shows a password when asked to", async () => {
  const { user } = renderForm();
  await user.type(getPassword(), "correct horse");
  expect(getPassword()).toHaveAttribute("type", "password");
  await user.click(screen.getAllByRole("button", { name: "Show password" })[0]!);
  expect(getPassword()).toHaveAttribute("type", "text");
  expect(getPasswordAgain()).toHaveAttribute("type", "password");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(getPassword()).toHaveAttribute("type", "password");
});

it("shows the errors of the server beside the fields and keeps what was entered", async () => {
  const errors = { email: ["emailTaken"], agree: ["notification.no_agree_personal"] };
  const { user, onSignedIn } = renderForm(createFailedResult({ errors, values }));
  await fillIn(user);
  await user.click(getSubmit());
  await waitFor(() => expect(getField("Email")).toHaveFocus());
  expect(getField("Email")).toHaveAccessibleDescription(/already registered/);
  expect(screen.getByRole("checkbox")).toHaveAccessibleDescription(/agree to the processing of personal data/);
  expect(getField("First name")).toHaveValue(values.name);
  expect(onSignedIn).not.toHaveBeenCalled();
});

it("can be sent again after the connection was lost", async () => {
  const { user, onSubmit, onSignedIn } = renderForm("connection lost");
  await fillIn(user);
  await user.click(getSubmit());
  expect(await screen.findByRole("alert")).toHaveTextContent("Check your connection");
  await user.click(getSubmit());
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls[1]).toEqual(onSubmit.mock.calls[0]);
});

it("creates one account for a double click", async () => {
  const response = Promise.withResolvers<FormResult>();
  const { user, onSubmit, onSignedIn } = renderForm(response.promise);
  await fillIn(user);
  await user.dblClick(getSubmit());
  expect(getSubmit()).toBeDisabled();
  response.resolve(createSuccessResult());
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(onSubmit).toHaveBeenCalledOnce();
});
