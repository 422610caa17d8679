import { expect, it } from "vitest";
import { brandsLike, indexBrands } from "./brand-index.ts";

const brand = (name: string, name_local: string) => ({ name, name_local });
const brands = [
  brand("Yuzuhara", "Юдзухара"),
  brand("Asanohara", "Асанохара"),
  brand("Ōtomeori", "Отомэори"),
  brand("Aosuzu", "Аосудзу"),
  brand("7 Days", "7 дней"),
  brand("Eirakuen", "Ёйракуэн"),
];
const shown = (alphabet: "latin" | "cyrillic") =>
  indexBrands(brands, alphabet).map(({ letter, items }) => [letter, items.map((one) => one.name)]);

it("puts brands under their letters in the order of either alphabet", () => {
  expect(shown("latin")).toEqual([
    ["A", ["Aosuzu", "Asanohara"]],
    ["E", ["Eirakuen"]],
    ["O", ["Ōtomeori"]],
    ["Y", ["Yuzuhara"]],
    ["#", ["7 Days"]],
  ]);
  expect(shown("cyrillic")).toEqual([
    ["А", ["Aosuzu", "Asanohara"]],
    ["Е", ["Eirakuen"]],
    ["О", ["Ōtomeori"]],
    ["Ю", ["Yuzuhara"]],
    ["#", ["7 Days"]],
  ]);
});

it.each([
  ["hara", ["Yuzuhara", "Asanohara"]],
  ["  ХАРА ", ["Yuzuhara", "Asanohara"]],
  ["otome", ["Ōtomeori"]],
  ["ейра", ["Eirakuen"]],
  ["shiseido", []],
])("finds brands by %j in either script", (typed, found) => {
  expect(brandsLike(brands, typed).map((one) => one.name)).toEqual(found);
});
