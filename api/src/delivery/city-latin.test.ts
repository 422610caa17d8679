import { expect, it } from "vitest";
import { inLatin } from "../../../web/app/account/latin.ts";
import { cityInLatin } from "./city-latin.ts";

it.each(["Санкт-Петербург", "Нижний Новгород", "Йошкар-Ола", "Щёлково", "Южно-Сахалинск", "Київ", "Гродна", "Ўсць"])(
  "writes %s as the storefront's address form does, so that the city of an address finds its points",
  (city) => {
    expect(cityInLatin(city)).toBe(inLatin(city));
  },
);

it("and so every letter of the Russian, Ukrainian and Belarusian alphabets, large and small", () => {
  const letters = [..."абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў"];
  const words = letters.flatMap((letter) => [`а${letter}а`, `${letter.toUpperCase()}а`]);
  expect(words.map(cityInLatin)).toEqual(words.map(inLatin));
});
