import { expect, it } from "vitest";
import { lookAlikes, otherLayout } from "./keyboard.ts";

it.each([
  ["ifvgeym", "шампунь"],
  ["ьшягтщкф", "mizunora"],
  ["gfnxb lkz ukfp", "патчи для глаз"],
  ["uj,ktn", "гоблет"],
])("the keys of %s write %s in the other layout", (written, meant) => {
  expect(otherLayout(written)).toBe(meant);
  expect(otherLayout(meant)).toBe(written);
});

it("knows letters of one alphabet that stand in for those of the other", () => {
  expect(lookAlikes("вв")).toEqual({ latin: "bb", cyrillic: "вв" });
  expect(lookAlikes("кpем").cyrillic).toBe("крем");
  expect(lookAlikes("шампунь").latin).toBeUndefined();
});
