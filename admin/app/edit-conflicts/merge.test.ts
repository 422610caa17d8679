import fc from "fast-check";
import { expect, it } from "vitest";
import { compareTexts, mergeTexts } from "./merge.ts";
import { mergeLists } from "./merge-lists.ts";

const base = "Лосьон с рисовыми церамидами. Для ежедневного ухода.";

it("merges edits of different words", () => {
  const mine = "Лосьон с рисовыми церамидами. Для ежедневного ухода за сухой кожей.";
  const theirs = "Лосьон с рисовыми церамидами и гиалуроновой кислотой. Для ежедневного ухода.";
  expect(mergeTexts(base, mine, theirs)).toEqual({
    text: "Лосьон с рисовыми церамидами и гиалуроновой кислотой. Для ежедневного ухода за сухой кожей.",
    isClean: true,
  });
});

it("keeps one's own text if both changed the same words", () => {
  const mine = base.replace("рисовыми", "соевыми");
  expect(mergeTexts(base, mine, base.replace("рисовыми", "овсяными"))).toEqual({ text: mine, isClean: false });
  // The order of two texts at the same place is not known.
  expect(mergeTexts("a", "a b", "a c").isClean).toBe(false);
});

it("takes a change that both made once", () => {
  const both = base.replace("рисовыми", "соевыми");
  expect(mergeTexts(base, both, both)).toEqual({ text: both, isClean: true });
});

it("takes the only edit, whatever the texts are (property)", () => {
  const text = fc
    .array(fc.constantFrom("rice", "тонер", "化粧水", " ", ".", "\n"), { maxLength: 12 })
    .map((words) => words.join(""));
  fc.assert(
    fc.property(text, text, (from, to) => {
      expect(mergeTexts(from, to, from)).toEqual({ text: to, isClean: true });
      expect(mergeTexts(from, from, to)).toEqual({ text: to, isClean: true });
      const parts = compareTexts(from, to);
      const join = (left: string) =>
        parts
          .filter(({ kind }) => kind !== left)
          .map((part) => part.text)
          .join("");
      expect([join("added"), join("removed")]).toEqual([from, to]);
    }),
  );
});

it("merges lists", () => {
  expect(mergeLists(["a", "b", "c"], ["a", "c", "d"], ["a", "b", "e"])).toEqual(["a", "d", "e"]);
});
