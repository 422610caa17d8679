import { expect, it } from "vitest";
import { Canvas } from "./canvas.ts";
import { renderLine, findUnprintable } from "./text-outlines.ts";

const settings = { face: "m", size: 100, x: 0, y: 0, fill: "#000" } as const;
const getScale = (markup: string) => Number(/scale\(([\d.]+)\)/.exec(markup)?.[1]);
const getGlyphOffsets = (markup: string) => [...markup.matchAll(/<use [^>]*x="(-?[\d.]+)"/g)].map(([, x]) => Number(x));

it("finds the characters without a glyph", () => {
  expect(findUnprintable("化粧水 SPF50+ & クリーム")).toEqual([]);
  expect(findUnprintable("крем 女女!")).toEqual(["к", "р", "е", "м", "女", "!"]);
});

it("omits characters without a glyph", () => {
  expect(getGlyphOffsets(renderLine(new Canvas({}), "a女b", settings))).toEqual(
    getGlyphOffsets(renderLine(new Canvas({}), "ab", settings)),
  );
});

it("scales down a text that is longer than its maximum", () => {
  expect(getScale(renderLine(new Canvas({}), "AAAA", settings))).toBe(0.2);
  expect(getScale(renderLine(new Canvas({}), "AAAA", { ...settings, max: 50 }))).toBeLessThan(0.1);
});

it("anchors a line at its start, middle or end", () => {
  const start = getGlyphOffsets(renderLine(new Canvas({}), "A", settings))[0] ?? Number.NaN;
  const middle = getGlyphOffsets(renderLine(new Canvas({}), "A", { ...settings, anchor: "middle" }))[0] ?? Number.NaN;
  const end = getGlyphOffsets(renderLine(new Canvas({}), "A", { ...settings, anchor: "end" }))[0] ?? Number.NaN;
  expect(start).toBe(0);
  expect(middle).toBeCloseTo(end / 2, 0);
  expect(end).toBeLessThan(-300);
});

it("defines each glyph once", () => {
  const canvas = new Canvas({});
  renderLine(canvas, "AABA", settings);
  expect(canvas.picture(1, 1, "").match(/<path /g)).toHaveLength(2);
});
