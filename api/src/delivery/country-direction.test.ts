import { expect, it } from "vitest";
import { formatCountryDirection } from "./country-direction.ts";

it.each([
  ["Россия", "в Россию"],
  ["Казахстан", "в Казахстан"],
  ["Беларусь", "в Беларусь"],
  ["Франция", "во Францию"],
  ["Вьетнам", "во Вьетнам"],
  ["Финляндия", "в Финляндию"],
  ["Нидерланды", "в Нидерланды"],
  ["Новая Зеландия", "в Новую Зеландию"],
  ["Босния и Герцеговина", "в Боснию и Герцеговину"],
  ["Кипр", "на Кипр"],
  ["Мальта", "на Мальту"],
  ["США", "в США"],
  ["ОАЭ", "в ОАЭ"],
])("%s: %s", (name_ru, direction) => {
  expect(formatCountryDirection({ name_ru, name_en: "" }, "ru-RU")).toBe(direction);
});

it.each([
  ["Russia", "to Russia"],
  ["United States", "to the United States"],
  ["Netherlands", "to the Netherlands"],
])("%s: %s", (name_en, direction) => {
  expect(formatCountryDirection({ name_ru: "", name_en }, "en-US")).toBe(direction);
});
