import { expect, it } from "vitest";
import english from "./messages/en-US.json";
import japanese from "./messages/ja-JP.json";
import russian from "./messages/ru-RU.json";
import { getStationTexts, readStationLanguage } from "./station-texts.tsx";

it("has every text in every language", () => {
  for (const messages of [english, japanese]) expect(Object.keys(messages)).toEqual(Object.keys(russian));
});

it("formats weights, and chooses the texts of the catalog", () => {
  expect(getStationTexts("ru-RU").formatWeight(860)).toBe("0,86\u00a0кг");
  expect(getStationTexts("ja-JP").formatWeight(860)).toBe("0.86\u00a0kg");
  expect(getStationTexts("ja-JP").choose("Крем", "Cream")).toBe("Cream");
});

it("reads the language of the device", () => {
  expect(readStationLanguage("a=b; packing_language=ja-JP")).toBe("ja-JP");
  expect(readStationLanguage("packing_language=fr-FR")).toBeNull();
  expect(readStationLanguage(null)).toBeNull();
});
