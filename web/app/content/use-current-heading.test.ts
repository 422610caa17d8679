import { expect, it } from "vitest";
import { findCurrentSection } from "./use-current-heading.ts";

it("finds the section of the last heading above the line", () => {
  expect(findCurrentSection([-900, 40, 260, 800], 300)).toBe(2);
  expect(findCurrentSection([-900, -500, -20], 300)).toBe(2);
});

it("begins with the first section", () => {
  expect(findCurrentSection([400, 900], 300)).toBe(0);
  expect(findCurrentSection([], 300)).toBe(0);
});
