import fc from "fast-check";
import { expect, it } from "vitest";
import { BigramIndex, calculateEditDistance, getMaxEdits } from "./edit-distance.ts";

it.each([
  ["шампунь", "шампунь", 0],
  ["шампнь", "шампунь", 1],
  ["шаампунь", "шампунь", 0.5],
  ["расческа", "рассческа", 0.5],
  ["шапмунь", "шампунь", 1],
  ["крим", "крем", 1],
])("the distance from %s to %s is %s", (written, target, distance) => {
  expect(calculateEditDistance(written, target, 2)).toBe(distance);
});

it("stops above the maximum distance", () => {
  expect(calculateEditDistance("крем", "шампунь", 2)).toBeGreaterThan(2);
  expect(calculateEditDistance("маска", "мыло", 1)).toBeGreaterThan(1);
});

const word = fc.string({ unit: fc.constantFrom(..."абвгдеклмнопрст"), minLength: 4, maxLength: 10 });

it("finds every word that differs by one typo", () => {
  const typo = fc.record({
    word,
    position: fc.nat(),
    kind: fc.constantFrom("lost", "swapped", "doubled"),
    others: fc.array(word),
  });
  fc.assert(
    fc.property(typo, ({ word: target, position, kind, others }) => {
      const index = position % (target.length - 1);
      const written = {
        lost: target.slice(0, index) + target.slice(index + 1),
        swapped: target.slice(0, index) + target.charAt(index + 1) + target.charAt(index) + target.slice(index + 2),
        doubled: target.slice(0, index) + target.charAt(index) + target.slice(index),
      }[kind];
      const matches = new BigramIndex([...new Set([target, ...others])]).findSimilar(written, 1);
      expect(matches.map((match) => match.word)).toContain(target);
    }),
  );
});

it("accepts no typos in short words", () => {
  expect([2, 3, 5, 6, 12].map(getMaxEdits)).toEqual([0, 1, 1, 2, 2]);
});
