import { expect, it } from "vitest";
import { drawable, drawnLine, fitted, lengthOf, linesOf } from "./lettering.ts";

const box = { sizes: [60, 40], width: 400, height: 140, leading: 1.1 };

it("draws Russian and English, and bare letters where an accent is not there", () => {
  const texts = ["Съешь ещё этих мягких булок — «ёлочки», № 7, 450 ₽", "The quick brown fox: “50%”, $9.99 & more"];
  for (const text of texts) expect(drawable(text)).toBe(text);
  expect(drawable("Ōsaka no‑brand\u00a0茶 ряд")).toBe("Osaka no-brand ряд");
  expect(drawable("茶")).toBe("");
});

it("is as long as its letters, nearer to each other where they are", () => {
  expect(lengthOf("", 40)).toBe(0);
  expect(lengthOf("АА", 40)).toBeCloseTo(2 * lengthOf("А", 40));
  expect(lengthOf("ГА", 40)).toBeLessThan(lengthOf("Г", 40) + lengthOf("А", 40));
  expect(lengthOf("крем", 80)).toBeCloseTo(2 * lengthOf("крем", 40));
});

it("breaks between words, and sets a long text smaller", () => {
  const text = "Как выбрать средство для умывания зимой";
  const { size, lines } = fitted(text, box);
  expect([size, lines.join(" ")]).toEqual([40, text]);
  for (const line of lines) expect(lengthOf(line, size)).toBeLessThanOrEqual(box.width);
  for (const line of linesOf("Рис с водой и с солью к рыбе", 60, 300)) expect(line).not.toMatch(/ [а-я]$/);
  expect(fitted("Рис", box)).toEqual({ size: 60, lines: ["Рис"] });
});

it("shows that something is left out where nothing else helps", () => {
  const { lines } = fitted("очень длинное название ".repeat(9).trim(), box);
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/…$/);
  const [word = ""] = fitted("ы".repeat(90), box).lines;
  expect(word).toMatch(/^ы+…$/);
  expect(lengthOf(word, 40)).toBeLessThanOrEqual(box.width);
});

it("writes nothing but numbers into a drawing", () => {
  const drawn = drawnLine(`"/><script>«Чай»`, { x: 1, y: 2, size: 40, fill: "#000000" });
  expect(drawn).toMatch(
    /^<g transform="translate\(1 2\) scale\(0.04\)" fill="#000000">(<path transform="translate\(-?\d+\)" d="[\dMLQCZ .-]*"\/>)+<\/g>$/,
  );
  expect(linesOf("один два", 40, 1)).toEqual(["один", "два"]);
});
