import { expect, it } from "vitest";
import { transliterate } from "../../../../web/app/account/addresses/transliteration.ts";
import { transliterateCity } from "./transliterate-city.ts";

it.each(["Санкт-Петербург", "Нижний Новгород", "Йошкар-Ола", "Щёлково", "Южно-Сахалинск", "Київ", "Гродна", "Ўсць"])(
  "transliterates %s like the storefront's address form, so that the city of an address matches its points",
  (city) => {
    expect(transliterateCity(city)).toBe(transliterate(city));
  },
);

it("transliterates every letter of the Russian, Ukrainian and Belarusian alphabets, in both cases", () => {
  const letters = [..."абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў"];
  const words = letters.flatMap((letter) => [`а${letter}а`, `${letter.toUpperCase()}а`]);
  expect(words.map(transliterateCity)).toEqual(words.map(transliterate));
});
