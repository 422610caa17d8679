import { expect, it } from "vitest";
import { Canvas } from "./canvas.ts";
import { line, unprintable } from "./lettering.ts";

const set = { face: "m", size: 100, x: 0, y: 0, fill: "#000" } as const;
const scaleOf = (markup: string) => Number(/scale\(([\d.]+)\)/.exec(markup)?.[1]);
const marksOf = (markup: string) => [...markup.matchAll(/<use [^>]*x="(-?[\d.]+)"/g)].map(([, x]) => Number(x));

it("names the characters that no face has", () => {
  expect(unprintable("化粧水 SPF50+ & クリーム")).toEqual([]);
  expect(unprintable("крем 女女!")).toEqual(["к", "р", "е", "м", "女", "!"]);
});

it("leaves such characters out", () => {
  expect(marksOf(line(new Canvas({}), "a女b", set))).toEqual(marksOf(line(new Canvas({}), "ab", set)));
});

it("sets a text that is too long smaller", () => {
  expect(scaleOf(line(new Canvas({}), "AAAA", set))).toBe(0.2);
  expect(scaleOf(line(new Canvas({}), "AAAA", { ...set, max: 50 }))).toBeLessThan(0.1);
});

it("centres and ends a line where it is told to", () => {
  const start = marksOf(line(new Canvas({}), "A", set))[0] ?? Number.NaN;
  const middle = marksOf(line(new Canvas({}), "A", { ...set, anchor: "middle" }))[0] ?? Number.NaN;
  const end = marksOf(line(new Canvas({}), "A", { ...set, anchor: "end" }))[0] ?? Number.NaN;
  expect(start).toBe(0);
  expect(middle).toBeCloseTo(end / 2, 0);
  expect(end).toBeLessThan(-300);
});

it("draws each character once, however often it is used", () => {
  const canvas = new Canvas({});
  line(canvas, "AABA", set);
  expect(canvas.picture(1, 1, "").match(/<path /g)).toHaveLength(2);
});
