import sharp from "sharp";
import { expect, it } from "vitest";
import { loadSvgRenderer, renderSvg, renderTextLine, toDrawableText } from "./svg-renderer.ts";

const { measureText, rasterize } = await loadSvgRenderer();
const drawText = (text: string) =>
  rasterize(renderSvg(120, 120, renderTextLine(text, { x: 20, y: 90, size: 80, fill: "#000000" })));

it("supports Russian and English, and drops diacritics that the font lacks", () => {
  const texts = ["Съешь ещё этих мягких булок — «ёлочки», № 7, 450 ₽", "The quick brown fox: “50%”, $9.99 & Ōsaka"];
  for (const text of texts) expect(toDrawableText(text)).toBe(text);
  expect(toDrawableText("ẋy no‑brand\u00a0茶 ряд")).toBe("xy no-brand ряд");
  expect(toDrawableText("茶")).toBe("");
});

it("has a glyph for every drawable character", async () => {
  const missingGlyph = (await drawText("茶")).pixels;
  const codePoints = Array.from({ length: 0x2213 }, (_, codePoint) => String.fromCodePoint(codePoint));
  const drawable = codePoints.filter((char) => char !== " " && toDrawableText(char) === char);
  expect(drawable.length).toBeGreaterThan(400);
  for (const char of drawable) {
    const { pixels } = await drawText(char);
    expect([char, pixels.equals(missingGlyph)]).toEqual([char, false]);
  }
});

it("measures the width of a text with kerning and spaces", () => {
  expect(measureText("")).toBe(0);
  expect(measureText("АА")).toBeCloseTo(2 * measureText("А"), 1);
  expect(measureText("ГА")).toBeLessThan(measureText("Г") + measureText("А"));
  expect(measureText(" ")).toBeGreaterThan(0.1);
});

it("draws markup in a text as text", async () => {
  const { pixels, width, height } = await drawText(`</text><rect width="120" height="120"/>`);
  const stats = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .extractChannel("alpha")
    .stats();
  expect(stats.channels[0]?.mean).toBeLessThan(128);
});
