import { expect, it } from "vitest";
import { replaceLookAlikes, switchLayout } from "./keyboard-layout.ts";

it.each([
  ["ifvgeym", "шампунь"],
  ["ьшягтщкф", "mizunora"],
  ["gfnxb lkz ukfp", "патчи для глаз"],
  ["uj,ktn", "гоблет"],
])("%s is %s in the other keyboard layout", (written, converted) => {
  expect(switchLayout(written)).toBe(converted);
  expect(switchLayout(converted)).toBe(written);
});

it("converts letters of one alphabet that look like letters of the other", () => {
  expect(replaceLookAlikes("вв")).toEqual({ latin: "bb", cyrillic: "вв" });
  expect(replaceLookAlikes("кpем").cyrillic).toBe("крем");
  expect(replaceLookAlikes("шампунь").latin).toBeUndefined();
});
