import compile from "icu-minify/compile";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it } from "vitest";
import type { FormAnswer } from "../lib/form-answer.ts";
import { ShopProvider, shopOf } from "../lib/shop.tsx";
import { keepTexts } from "../lib/texts.ts";
import ruRU from "../messages/ru-RU.json" with { type: "json" };
import { SignInForm } from "./sign-in-form.tsx";

keepTexts("ru-RU", Object.fromEntries(Object.entries(ruRU).map(([key, text]) => [key, compile(text)])));

const WELCOME = "Аккаунт создан";
const answerWith = (more: Partial<FormAnswer>): FormAnswer => ({
  ...{ ok: false, message: null, code: "invalid", errors: {}, values: {} },
  ...more,
});

function rendered(answer?: FormAnswer): string {
  const form = <SignInForm from={null} welcome={WELCOME} answer={answer} />;
  const element = <ShopProvider shop={shopOf("ru-RU", "prefix_except_default")}>{form}</ShopProvider>;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
}

it("says that the account is ready until a sign-in fails", () => {
  expect(rendered()).toContain(WELCOME);
  const failed = rendered(answerWith({ message: "Неверный адрес или пароль", code: "login_failed" }));
  expect(failed).toContain("Неверный адрес или пароль");
  expect(failed).not.toContain(WELCOME);
});

it("gives each error of a field a line of its own", () => {
  const html = rendered(answerWith({ errors: { email: ["required", "invalidEmail"] } }));
  const lines = [...html.matchAll(/<span class="block">([^<]+)<\/span>/g)].map(([, line]) => line);
  expect(lines).toEqual([ruRU["field.required"], ruRU["field.invalidEmail"]]);
});
