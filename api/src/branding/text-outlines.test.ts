import { expect, it } from "vitest";
import { toDrawableText, renderTextLine, fitText, measureText, wrapText } from "./text-outlines.ts";

const box = { sizes: [60, 40], width: 400, height: 140, leading: 1.1 };

it("supports Russian and English, and drops diacritics that the font lacks", () => {
  const texts = ["Съешь ещё этих мягких булок — «ёлочки», № 7, 450 ₽", "The quick brown fox: “50%”, $9.99 & more"];
  for (const text of texts) expect(toDrawableText(text)).toBe(text);
  expect(toDrawableText("Ōsaka no‑brand\u00a0茶 ряд")).toBe("Osaka no-brand ряд");
  expect(toDrawableText("茶")).toBe("");
});

it("measures the width of a text with kerning", () => {
  expect(measureText("", 40)).toBe(0);
  expect(measureText("АА", 40)).toBeCloseTo(2 * measureText("А", 40));
  expect(measureText("ГА", 40)).toBeLessThan(measureText("Г", 40) + measureText("А", 40));
  expect(measureText("крем", 80)).toBeCloseTo(2 * measureText("крем", 40));
});

it("wraps between words, and reduces the size of a long text", () => {
  const text = "Как выбрать средство для умывания зимой";
  const { size, lines } = fitText(text, box);
  expect([size, lines.join(" ")]).toEqual([40, text]);
  for (const line of lines) expect(measureText(line, size)).toBeLessThanOrEqual(box.width);
  for (const line of wrapText("Рис с водой и с солью к рыбе", 60, 300)) expect(line).not.toMatch(/ [а-я]$/);
  expect(fitText("Рис", box)).toEqual({ size: 60, lines: ["Рис"] });
});

it("ends a text that does not fit with an ellipsis", () => {
  const { lines } = fitText("очень длинное название ".repeat(9).trim(), box);
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/…$/);
  const [word = ""] = fitText("ы".repeat(90), box).lines;
  expect(word).toMatch(/^ы+…$/);
  expect(measureText(word, 40)).toBeLessThanOrEqual(box.width);
});

it("renders only path data, without text of the input", () => {
  const rendered = renderTextLine(`"/><script>«Чай»`, { x: 1, y: 2, size: 40, fill: "#000000" });
  expect(rendered).toMatch(
    /^<g transform="translate\(1 2\) scale\(0.04\)" fill="#000000">(<path transform="translate\(-?\d+\)" d="[\dMLQCZ .-]*"\/>)+<\/g>$/,
  );
  expect(wrapText("один два", 40, 1)).toEqual(["один", "два"]);
});
