import { expect, it } from "vitest";
import { findContactData } from "./contact-data.ts";

const find = (text: string) => findContactData(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

it.each([
  ["Пишите мне @m_example, пришлю видео.", [["username", "@m_example"]]],
  ["Почта: anna.k+shop@пример.рф.", [["email", "anna.k+shop@пример.рф"]]],
  ["Звоните 8 (900) 123-45-67!", [["phone", "8 (900) 123-45-67"]]],
  [
    "+44 20 7946 0958 или t.me/anna",
    [
      ["phone", "+44 20 7946 0958"],
      ["url", "t.me/anna"],
    ],
  ],
  ["Дешевле на https://shop.example/x?y=1.", [["url", "https://shop.example/x?y=1"]]],
  [
    "см. www.example.org, а ещё example.ru",
    [
      ["url", "www.example.org"],
      ["url", "example.ru"],
    ],
  ],
])("finds the contact data in %j", (text, expected) => {
  expect(find(text)).toEqual(expected);
});

it.each([
  "Хватило на 3 месяца, 180 мл за 1290 рублей",
  "Крем 10/10, беру с 2024 года.Спасибо",
  "Оттенок №21, pH 5.5, SPF50+ PA++++",
  "Заказ 483 201 774 пришёл за 12 дней",
  "",
])("finds none in %j", (text) => {
  expect(find(text)).toEqual([]);
});

it("finds none twice, however the kinds overlap", () => {
  expect(find("mail@example.com https://example.com/@anna")).toEqual([
    ["email", "mail@example.com"],
    ["url", "https://example.com/@anna"],
  ]);
});
