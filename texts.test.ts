import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keepNumbersTogether } from "./design-system/i18n/format.ts";

/** Texts for customers: messages of the storefront and the API, menus, and the content of the demo store. */
const messageFiles = ["web/app/messages/en-US", "web/app/messages/ru-RU"].flatMap(listFiles);
const contentFiles = ["demo/data", "demo/data/brand", "demo/data/texts/blog", "demo/data/texts/news"].flatMap(
  listFiles,
);
const pageFiles = listFiles("demo/data/texts/pages");
const allFiles = [
  ...messageFiles,
  "api/src/texts/en-US.json",
  "api/src/texts/ru-RU.json",
  "api/src/content/menus/menus.json",
  ...contentFiles,
  ...pageFiles,
];

function listFiles(directory: string): string[] {
  return readdirSync(directory)
    .filter((file) => /\.(json|html|md)$/.test(file))
    .map((file) => join(directory, file));
}

const RUBLE_SUM = /\d[\d\s,.]*(?:RUB\b|rou?bles?\b|₽)|(?:\bRUB|₽)\s?\d/;

it("has no ruble sums in English texts: sums are shown in the currency of the customer", () => {
  const sums = allFiles.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => findEnglishTexts(file, line))
      .filter((text) => RUBLE_SUM.test(text))
      // The rate of the loyalty points, which are paid in rubles only.
      .filter((text) => !text.includes("1 bonus = ₽1"))
      .map((text) => `${file}: ${text.trim()}`),
  );
  expect(sums).toEqual([]);
});

/** Returns the texts of a line that contain no Cyrillic letters: all strings of JSON, otherwise the whole line. */
function findEnglishTexts(file: string, line: string): string[] {
  if (file.includes("ru-RU") || /\.ru\./.test(file)) return [];
  const texts = file.endsWith(".json")
    ? [...line.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text)
    : [line];
  return texts.filter((text) => !/[а-яё]/i.test(text));
}

// Messages and information pages get their no-break spaces when they are compiled and rendered.
it("breaks no line inside a number", () => {
  const breaks = contentFiles.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => keepNumbersTogether(line) !== line)
      .map((line) => `${file}: ${line.trim().slice(0, 200)}`),
  );
  expect(breaks).toEqual([]);
});
