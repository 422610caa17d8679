import { expect, it } from "vitest";
import { findMedicalClaims } from "./medical-claims.ts";

it.each([
  ["Крем вылечил экзему за неделю", ["вылечил", "экзему"]],
  ["Он лечит, а не маскирует", ["лечит"]],
  ["Целебная маска, акне прошло", ["Целебная", "акне"]],
  ["It cured my acne and heals fast", ["cured", "acne", "heals"]],
  ["An anti-inflammatory treatment", ["anti-inflammatory", "treatment"]],
  ["Увлекательный аромат, увеличил упаковку, залечь на диван", []],
  ["A secure cap, a healthy glow, real treats inside the box", ["treats"]],
])("finds words of medical claims in %j", (text, expected) => {
  expect(findMedicalClaims(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});
