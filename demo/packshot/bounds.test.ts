import { expect, it } from "vitest";
import { getPathBounds, expandBox } from "./bounds.ts";

it("contains every point of a path, control points included", () => {
  expect(getPathBounds("M10 20C-5 20 30 90 40 50H60V-10Z")).toEqual({ x: -5, y: -10, w: 65, h: 100 });
});

it("contains the whole ellipse of an arc", () => {
  expect(getPathBounds("M0 0A10 5 0 0 1 20 0")).toEqual({ x: 0, y: -5, w: 30, h: 10 });
});

it("throws for relative commands", () => {
  expect(() => getPathBounds("M0 0l5 5")).toThrow("relative");
});

it("expands to whole units on every side", () => {
  expect(expandBox({ x: 0.5, y: 0.5, w: 9, h: 9 }, 3)).toEqual({ x: -3, y: -3, w: 16, h: 16 });
});
