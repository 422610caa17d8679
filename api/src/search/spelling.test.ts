import fc from "fast-check";
import { expect, it } from "vitest";
import { NearWords, slips, slipsForgiven } from "./spelling.ts";

it.each([
  ["шампунь", "шампунь", 0],
  ["шампнь", "шампунь", 1],
  ["шаампунь", "шампунь", 0.5],
  ["расческа", "рассческа", 0.5],
  ["шапмунь", "шампунь", 1],
  ["крим", "крем", 1],
])("from %s to %s it is %s", (written, meant, number) => {
  expect(slips(written, meant, 2)).toBe(number);
});

it("gives up on words too far apart", () => {
  expect(slips("крем", "шампунь", 2)).toBeGreaterThan(2);
  expect(slips("маска", "мыло", 1)).toBeGreaterThan(1);
});

const word = fc.string({ unit: fc.constantFrom(..."абвгдеклмнопрст"), minLength: 4, maxLength: 10 });

it("finds every word of the shop that one slip leads away from", () => {
  const slip = fc.record({
    word,
    at: fc.nat(),
    kind: fc.constantFrom("lost", "swapped", "doubled"),
    others: fc.array(word),
  });
  fc.assert(
    fc.property(slip, ({ word: meant, at: where, kind, others }) => {
      const at = where % (meant.length - 1);
      const written = {
        lost: meant.slice(0, at) + meant.slice(at + 1),
        swapped: meant.slice(0, at) + meant.charAt(at + 1) + meant.charAt(at) + meant.slice(at + 2),
        doubled: meant.slice(0, at) + meant.charAt(at) + meant.slice(at),
      }[kind];
      const near = new NearWords([...new Set([meant, ...others])]).near(written, 1);
      expect(near.map((one) => one.word)).toContain(meant);
    }),
  );
});

it("forgives short words nothing", () => {
  expect([2, 3, 5, 6, 12].map(slipsForgiven)).toEqual([0, 1, 1, 2, 2]);
});
