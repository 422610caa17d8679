import { expect, it } from "vitest";
import { loadSvgRenderer } from "./svg-renderer.ts";
import { fitText } from "./text-layout.ts";

const { measureText } = await loadSvgRenderer();
const box = { sizes: [60, 40], width: 400, height: 140, leading: 1.1 };
const fit = (text: string, overrides: Partial<typeof box> = {}) => fitText(text, { ...box, ...overrides }, measureText);

it("wraps between words, and reduces the size of a long text", () => {
  const text = "Как выбрать средство для умывания зимой";
  const { size, lines } = fit(text);
  expect([size, lines.join(" ")]).toEqual([40, text]);
  for (const line of lines) expect(measureText(line) * size).toBeLessThanOrEqual(box.width + 1);
  for (const line of fit("Рис с водой и с солью к рыбе", { sizes: [60], width: 300, height: 500 }).lines)
    expect(line).not.toMatch(/ [а-я]$/);
  expect(fit("Рис")).toEqual({ size: 60, lines: ["Рис"] });
});

it("ends a text that does not fit with an ellipsis", () => {
  const { lines } = fit("очень длинное название ".repeat(9).trim());
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/…$/);
  const [word = ""] = fit("ы".repeat(90)).lines;
  expect(word).toMatch(/^ы+…$/);
  expect(measureText(word) * 40).toBeLessThanOrEqual(box.width);
});

it("puts a word that is wider than the box on a line of its own", () => {
  expect(fit("один два", { width: 1, height: 200 }).lines[0]).toBe("один");
});

it("has no lines without a text", () => {
  expect(fit("")).toEqual({ size: 60, lines: [] });
});
