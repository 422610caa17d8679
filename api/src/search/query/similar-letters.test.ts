import { expect, it } from "vitest";
import { getPhoneticKey, replaceLookAlikes } from "./similar-letters.ts";

it.each([
  ["Mizunora", "мидзунора", "мизунора"],
  ["Shirohane", "сирохане", "широхане", "сироханэ"],
  ["Wakatsuyu", "вакацую", "вакатсую"],
  ["Hanekaze", "ханэкадзэ", "ханеказе"],
  ["Chikarane", "тикаранэ", "чикаране"],
  ["Tsumekira", "цумэкира", "тсумекира"],
  ["Yuzuhara", "юдзухара", "юзухара"],
  ["Mochikko", "мотикко", "мочикко", "мочико"],
  ["Beniuzu", "бэниудзу", "бениузу"],
  ["krem", "крем"],
  ["shampun", "шампунь"],
  ["syvorotka", "сыворотка"],
])("%s has the phonetic key of its Russian spellings", (latin, ...spellings) => {
  expect(spellings.map(getPhoneticKey)).toEqual(spellings.map(() => getPhoneticKey(latin.toLowerCase())));
});

it.each([
  ["крем", "кремы"],
  ["мыло", "масло"],
  ["hanekaze", "hanehaze"],
])("%s and %s have different phonetic keys", (word, other) => {
  expect(getPhoneticKey(word)).not.toBe(getPhoneticKey(other));
});

it("converts letters of one alphabet that look like letters of the other", () => {
  expect(replaceLookAlikes("вв")).toEqual({ latin: "bb", cyrillic: "вв" });
  expect(replaceLookAlikes("кpем").cyrillic).toBe("крем");
  expect(replaceLookAlikes("шампунь").latin).toBeUndefined();
});
