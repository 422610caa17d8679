import { expect, it } from "vitest";
import { soundOf } from "./sound.ts";

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
])("%s sounds like its Russian readings", (latin, ...readings) => {
  expect(readings.map(soundOf)).toEqual(readings.map(() => soundOf(latin.toLowerCase())));
});

it.each([
  ["крем", "кремы"],
  ["мыло", "масло"],
  ["hanekaze", "hanehaze"],
])("%s and %s do not sound the same", (one, other) => {
  expect(soundOf(one)).not.toBe(soundOf(other));
});
