import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toIngredientSlug } from "./ingredients.ts";
import { parseComposition } from "./parse-composition.ts";

const parseNames = (composition: string) => parseComposition(composition).map(({ name }) => name);

describe("parseComposition", () => {
  it.each([
    ["Water, Glycerin,Alcohol", ["Water", "Glycerin", "Alcohol"]],
    ["Water, 1,2-Hexanediol, Zea Mays (Corn) Starch", ["Water", "1,2-Hexanediol", "Zea Mays (Corn) Starch"]],
    ["Butyrospermum Parkii (Shea, Karite) Butter, Mica", ["Butyrospermum Parkii (Shea, Karite) Butter", "Mica"]],
    ["Active: Arbutin. Other: Water, Glycerin", ["Arbutin", "Water", "Glycerin"]],
    ["Активные вещества: Арбутин. Прочие: Вода", ["Арбутин", "Вода"]],
    ["Talc, Mica, (+/- Titanium Dioxide, Red 226)", ["Talc", "Mica", "Titanium Dioxide", "Red 226"]],
    ["Talc [+/-: Mica] +/- Red 226", ["Talc", "Mica", "Red 226"]],
    ["Cotton 100 %", ["Cotton"]],
    ["Cotton 62,5 %, Linen 37.5%", ["Cotton", "Linen"]],
    ["Water, water, Вода", ["Water", "Вода"]],
    ["Alcohol Denat., Water.", ["Alcohol Denat", "Water"]],
    ["Water; Glycerin • Mica\r\nTalc\tPowder", ["Water", "Glycerin", "Mica", "Talc Powder"]],
    ["Mica), *Retinol*", ["Mica", "Retinol"]],
    ["Water (Aqua", ["Water (Aqua"]],
    ["Water, グリセリン, 226", ["Water"]],
    [`Water, ${"a".repeat(91)}, ${"b".repeat(90)}`, ["Water", "b".repeat(90)]],
    ["Each product of the set carries its own list on its pack.", []],
    ["one two three four five six seven eight", ["one two three four five six seven eight"]],
    ["", []],
    [",, ; ,", []],
  ])("splits %j in order", (composition, names) => {
    expect(parseNames(composition)).toEqual(names);
  });

  it("reads a list of plain names back, each once", () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{1,9}( [A-Z][a-z]{1,9}){0,3}$/);
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const slugs = new Set(names.map(toIngredientSlug));
        expect(parseComposition(names.join(", "))).toEqual(
          [...slugs].map((slug) => ({ slug, name: names.find((one) => toIngredientSlug(one) === slug) })),
        );
      }),
    );
  });

  it("returns unique slugs of limited names for any text", () => {
    const piece = fc.constantFrom(...", ; • ( ) [ ] +/- : . * % 1 2,5 Water Вода Red".split(" "), " ", "\n");
    const text = fc.oneof(
      fc.array(piece).map((pieces) => pieces.join("")),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (composition) => {
        const ingredients = parseComposition(composition);
        const slugs = ingredients.map(({ slug }) => slug);
        expect(new Set(slugs).size).toBe(slugs.length);
        for (const { slug, name } of ingredients) {
          expect(slug).toMatch(/^(?=.*[a-zа-яё])[a-z0-9а-яё]+(-[a-z0-9а-яё]+)*$/);
          expect([slug, name.trim(), [...name].length <= 90]).toEqual([toIngredientSlug(name), name, true]);
        }
      }),
    );
  });
});
