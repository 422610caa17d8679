import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tsqueryOf } from "./tsquery.ts";
import { understand, wordsToStem } from "./understand.ts";
import { Vocabulary } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

const stop = new Set(["для", "и", "с", "for", "with"]);
/** A stand-in for the database's stemmer that is good enough for these words. */
const stemOf = (word: string) => (stop.has(word) ? "" : word.replace(/(ями|ами|ах|ов|ью|ям|а|ы|и|у|ь|е|й|s)$/u, ""));

const counts = {
  шампунь: 30,
  кондиционер: 12,
  крем: 120,
  рук: 20,
  волос: 60,
  маска: 40,
  губ: 20,
  блеск: 6,
  блок: 9,
  mizunora: 15,
  мидзунора: 15,
  bb: 3,
  q: 9,
  зубная: 10,
  паста: 12,
  сыворотка: 25,
};
const vocabulary = new Vocabulary(
  Object.entries(counts).map(([word, products]) => ({ word, stem: stemOf(word), products })),
  [
    { word: "тоналка", same_as: "тональный крем" },
    { word: "hair mask", same_as: "маска для волос" },
  ],
  400,
  ["Mizunora"],
);
const read = (q: string, manner: { exact?: boolean; open?: boolean } = {}) =>
  understand(q, vocabulary, { stemOf, isInUse: (word) => word === "новинка", ...manner });
const best = (q: string) => read(q)[0];

describe("reading a query", () => {
  it.each([
    ["шампунь", "шампунь", false],
    ["Шампуни", "шампуни", false],
    ["ifvgeym", "шампунь", true],
    ["rhtv lkz her", "крем для рук", true],
    ["ьшягтщкф", "Mizunora", true],
    ["мизунора", "Mizunora", true],
    ["mizunora", "mizunora", false],
    ["shampun", "шампунь", true],
    ["шапмунь", "шампунь", true],
    ["шампнь", "шампунь", true],
    ["ifvgym", "шампунь", true],
    ["кpем", "крем", true],
    ["вв крем", "bb крем", true],
    ["зубнаяпаста", "зубная паста", true],
    ["новинка", "новинка", false],
    ["фывапролдж", "фывапролдж", false],
    ["йъйъйъйъ", "йъйъйъйъ", false],
  ])("%s is read as %s", (q, text, isMended) => {
    expect(best(q)).toMatchObject({ read: text, isMended });
  });

  it("takes an unfinished last word for the beginning of one, and mends nothing in it", () => {
    const [{ terms, isMended }] = read("маска шамп", { open: true });
    expect(isMended).toBe(false);
    expect(terms.at(-1)?.alternatives).toEqual([[{ word: "шамп", stem: "шамп", open: true }]]);
  });

  it("keeps other readings of a word that may be several", () => {
    expect(read("блк для губ").map((one) => one.read)).toEqual(["блок для губ"]);
    expect(read("блск для губ").map((one) => one.read)).toEqual(["блок для губ", "блеск для губ"]);
  });

  it("mends nothing where the words are wanted as they are", () => {
    expect(read("шапмунь", { exact: true })).toEqual([expect.objectContaining({ read: "шапмунь", isMended: false })]);
  });

  it("leaves out words that say nothing, and adds what the shop calls it", () => {
    expect(best("крем для рук").terms.map(({ written }) => written)).toEqual(["крем", "рук"]);
    const [term] = best("hair mask").terms;
    expect(term?.alternatives.map((forms) => forms.map(({ word }) => word))).toContainEqual(["маска", "волос"]);
  });
});

it("makes of any text a search that the database can read", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (q) => {
      for (const reading of read(q)) {
        expect(tsqueryOf(reading.terms)).toMatch(/^$|^[\p{L}\p{M}\p{N}' |&():*]+$/u);
      }
      expect(wordsToStem(q).length).toBeLessThanOrEqual(80);
    }),
  );
  expect(wordsOf("а".repeat(5000))).toEqual(["а".repeat(200)]);
});
