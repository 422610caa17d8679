import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildTsquery, listFallbacks } from "./tsquery.ts";
import { parseQuery, listWordsToStem } from "./parse-query.ts";
import { Vocabulary } from "./vocabulary.ts";
import { tokenize } from "./tokenize.ts";

const stopWords = new Set(["для", "и", "с", "for", "with"]);
/** A simplified stemmer that works for the words of these tests. */
const getStem = (word: string) =>
  stopWords.has(word) ? "" : word.replace(/(ями|ами|ах|ов|ью|ям|а|ы|и|у|ь|е|й|s)$/u, "");

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
  Object.entries(counts).map(([word, products]) => ({ word, stem: getStem(word), products })),
  [
    { word: "тоналка", synonym: "тональный крем" },
    { word: "hair mask", synonym: "маска для волос" },
  ],
  ["Mizunora"],
);
const parse = (q: string, options: { exact?: boolean; isPartial?: boolean } = {}) =>
  parseQuery(q, vocabulary, { getStem, isUsed: (word) => word === "новинка", ...options });
const parseBest = (q: string) => parse(q)[0];

describe("parseQuery", () => {
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
  ])("parses %s as %s", (q, text, isCorrected) => {
    expect(parseBest(q)).toMatchObject({ text, isCorrected });
  });

  it("treats an incomplete last word as a prefix and does not correct it", () => {
    const [{ terms, isCorrected }] = parse("маска шамп", { isPartial: true });
    expect(isCorrected).toBe(false);
    expect(terms.at(-1)?.alternatives).toEqual([[{ word: "шамп", stem: "шамп", isPrefix: true }]]);
  });

  it("returns further readings for a word with several corrections", () => {
    expect(parse("блк для губ").map(({ text }) => text)).toEqual(["блок для губ"]);
    expect(parse("блск для губ").map(({ text }) => text)).toEqual(["блок для губ", "блеск для губ"]);
  });

  it("corrects nothing with `exact`", () => {
    expect(parse("шапмунь", { exact: true })).toEqual([
      expect.objectContaining({ text: "шапмунь", isCorrected: false }),
    ]);
  });

  it("omits stop words and adds synonyms", () => {
    expect(parseBest("крем для рук").terms.map(({ original }) => original)).toEqual(["крем", "рук"]);
    const [term] = parseBest("hair mask").terms;
    expect(term?.alternatives.map((forms) => forms.map(({ word }) => word))).toContainEqual(["маска", "волос"]);
  });
});

describe("words that are not corrected", () => {
  it.each(["помада красная", "от прыщей", "велосипед", "kids bicycle"])("%s", (q) => {
    expect(parseBest(q)).toMatchObject({ text: q, isCorrected: false });
  });
});

describe("exclusions", () => {
  it.each([
    ["паста без фтора", "паста", ["фтора"]],
    ["шампунь без парабенов и сульфатов", "шампунь", ["парабенов", "сульфатов"]],
    ["sulfate free шампунь", "шампунь", ["sulfate"]],
    ["шампунь without sulfates", "шампунь", ["sulfates"]],
    ["бессульфатный шампунь", "шампунь", ["бессульфатный"]],
    ["маска без запаха и крем", "маска и крем", ["запаха"]],
  ])("reads %s", (q, text, words) => {
    const reading = parseBest(q);
    expect(reading.text).toBe(text);
    expect(reading.exclusions.map(({ word }) => word)).toEqual(words);
  });

  it("searches for the words if there are no others", () => {
    const [{ text, exclusions }] = parse("без сульфатов");
    expect([text, exclusions.length]).toEqual(["без сульфатов", 1]);
  });
});

it("never drops the word that names the product", () => {
  const kept = (q: string) => listFallbacks(parseBest(q).terms).map((terms) => terms.map(({ original }) => original));
  expect(kept("красная паста").every((words) => words.join() === "паста")).toBe(true);
  expect(kept("детский велосипед").flat()).not.toContain(["детский"]);
  expect(kept("мокрый шампунь для рук").every((words) => words.includes("шампунь"))).toBe(true);
});

it("builds a valid tsquery from any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (q) => {
      for (const reading of parse(q)) {
        expect(buildTsquery(reading.terms)).toMatch(/^$|^[\p{L}\p{M}\p{N}' |&():*]+$/u);
      }
      expect(listWordsToStem(q).length).toBeLessThanOrEqual(80);
    }),
  );
  expect(tokenize("а".repeat(5000))).toEqual(["а".repeat(200)]);
});
