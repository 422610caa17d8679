import compile from "icu-minify/compile";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { FormResult } from "../../forms/form-result.ts";
import { I18nProvider, getI18n } from "../../i18n/use-i18n.tsx";
import { addMessages } from "../../i18n/messages.ts";
import ruRU from "../../messages/ru-RU.json" with { type: "json" };
import { SignInForm } from "./sign-in-form.tsx";

addMessages("ru-RU", Object.fromEntries(Object.entries(ruRU).map(([key, text]) => [key, compile(text)])));

const WELCOME = "Аккаунт создан";
const createResult = (overrides: Partial<FormResult>): FormResult => ({
  ...{ ok: false, message: null, code: "invalid", errors: {}, values: {} },
  ...overrides,
});

function renderForm(result?: FormResult): string {
  const form = <SignInForm from={null} welcomeMessage={WELCOME} result={result} />;
  const element = <I18nProvider i18n={getI18n("ru-RU", "prefix_except_default")}>{form}</I18nProvider>;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

it("shows the welcome message until a sign-in fails", () => {
  expect(renderForm()).toContain(WELCOME);
  const failed = renderForm(createResult({ message: "Неверный адрес или пароль", code: "login_failed" }));
  expect(failed).toContain("Неверный адрес или пароль");
  expect(failed).not.toContain(WELCOME);
});

it("renders each error of a field on its own line", () => {
  const html = renderForm(createResult({ errors: { email: ["required", "invalidEmail"] } }));
  const lines = [...html.matchAll(/<span class="block">([^<]+)<\/span>/g)].map(([, line]) => line);
  expect(lines).toEqual([ruRU["field.required"], ruRU["field.invalidEmail"]]);
});
