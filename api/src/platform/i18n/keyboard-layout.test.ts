import { expect, it } from "vitest";
import { switchLayout } from "./keyboard-layout.ts";

it.each([
  ["ifvgeym", "шампунь"],
  ["ьшягтщкф", "mizunora"],
  ["gfnxb lkz ukfp", "патчи для глаз"],
  ["uj,ktn", "гоблет"],
])("%s is %s in the other keyboard layout", (written, converted) => {
  expect(switchLayout(written)).toBe(converted);
  expect(switchLayout(converted)).toBe(written);
});
