import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inLatin, isLatin } from "./latin.ts";

describe("an address in Latin letters", () => {
  it.each([
    ["Казань", "Kazan"],
    ["ул. Пушкина, 12, кв. 34", "ul. Pushkina, 12, kv. 34"],
    ["Эй, жлоб! Где туз? Прячь юных съёмщиц в шкаф.", "Ei, zhlob! Gde tuz? Priach iunykh sieemshchits v shkaf."],
    ["Щукино", "Shchukino"],
    ["ЩУКИНО", "SHCHUKINO"],
    ["МЩи", "MShchi"],
    ["ул. Ю. Гагарина", "ul. Iu. Gagarina"],
    ["Київ", "Kiiv"],
    ["пр‑т «Победы» № 5", 'pr-t "Pobedy" No. 5'],
    ["Kazan", "Kazan"],
    ["Łódź, Straße", "Lodz, Strasse"],
    ["東京", ""],
    ["", ""],
  ])("writes %s as %s", (typed, latin) => expect(inLatin(typed)).toBe(latin));

  it("gives nothing that the label cannot carry, and leaves what it can carry alone", () => {
    const printable = (text: string) => {
      expect(inLatin(text)).toMatch(/^[ -~]*$/);
    };
    const kept = (text: string) => {
      expect(inLatin(text)).toBe(text.replace(/ {2,}/g, " ").trim());
    };
    fc.assert(fc.property(fc.string({ unit: "binary" }), printable));
    fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), kept));
  });
});

describe("what the label carries", () => {
  it.each(["Kazan", "ul. Pushkina 12", "12-5/3 #4", ""])("takes %j", (text) => expect(isLatin(text)).toBe(true));
  it.each(["Казань", "Kazаn", "—", "...", "Düsseldorf"])("refuses %j", (text) => expect(isLatin(text)).toBe(false));
});
