import { expect, it } from "vitest";
import { findBrands, groupBrandsByLetter } from "./brand-index.ts";

const createBrand = (name: string, name_local: string) => ({ name, name_local });
const brands = [
  createBrand("Yuzuhara", "Юдзухара"),
  createBrand("Asanohara", "Асанохара"),
  createBrand("Ōtomeori", "Отомэори"),
  createBrand("Aosuzu", "Аосудзу"),
  createBrand("7 Days", "7 дней"),
  createBrand("Eirakuen", "Ёйракуэн"),
];
const listNames = (alphabet: "latin" | "cyrillic") =>
  groupBrandsByLetter(brands, alphabet).map(({ letter, items }) => [letter, items.map((brand) => brand.name)]);

it("groups brands by letter in the order of either alphabet", () => {
  expect(listNames("latin")).toEqual([
    ["A", ["Aosuzu", "Asanohara"]],
    ["E", ["Eirakuen"]],
    ["O", ["Ōtomeori"]],
    ["Y", ["Yuzuhara"]],
    ["#", ["7 Days"]],
  ]);
  expect(listNames("cyrillic")).toEqual([
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
])("finds brands by %j in either script", (searchText, expected) => {
  expect(findBrands(brands, searchText).map((brand) => brand.name)).toEqual(expected);
});
