import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transliterate, isLatin } from "./transliteration.ts";

describe("transliterate", () => {
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
  ])("converts %s to %s", (typed, latin) => expect(transliterate(typed)).toBe(latin));

  it("returns only printable ASCII and leaves printable ASCII unchanged", () => {
    const expectPrintable = (text: string) => {
      expect(transliterate(text)).toMatch(/^[ -~]*$/);
    };
    const expectUnchanged = (text: string) => {
      expect(transliterate(text)).toBe(text.replace(/ {2,}/g, " ").trim());
    };
    fc.assert(fc.property(fc.string({ unit: "binary" }), expectPrintable));
    fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), expectUnchanged));
  });
});

describe("isLatin", () => {
  it.each(["Kazan", "ul. Pushkina 12", "12-5/3 #4", ""])("accepts %j", (text) => expect(isLatin(text)).toBe(true));
  it.each(["Казань", "Kazаn", "—", "...", "Düsseldorf"])("rejects %j", (text) => expect(isLatin(text)).toBe(false));
});
