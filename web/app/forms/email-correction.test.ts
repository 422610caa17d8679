import { expect, it } from "vitest";
import { suggestEmail } from "./email-correction.ts";

it.each([
  ["anna@gmial.com", "anna@gmail.com"],
  ["anna@gmail.con", "anna@gmail.com"],
  ["Anna@GMAL.com", "Anna@gmail.com"],
  ["anna@maill.ru", "anna@mail.ru"],
  ["anna@yandx.ru", "anna@yandex.ru"],
])("asks whether %s means %s", (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

it.each(["anna@gmail.com", "anna@mail.ru", "anna@yandex.com", "anna@example.com", "anna@ya.ru", "anna@", "anna", ""])(
  "asks nothing about %s",
  (typed) => {
    expect(suggestEmail(typed)).toBeNull();
  },
);
