import { expect, it } from "vitest";
import { toFormText } from "../api-client/field-edits.ts";
import {
  describeCharacteristics,
  emptyCharacteristic,
  formatCharacteristics,
  parseCharacteristics,
} from "./characteristics.ts";
import { toApiChanges } from "./product-form.ts";

const volume = { name_en: "Volume", name_ru: "Объём", value_en: "50 ml", value_ru: "50 мл" };

it("have the text that the values of the API have, whatever the order of the keys, without empty ones", () => {
  const { name_en, name_ru, value_en, value_ru } = volume;
  const text = formatCharacteristics([{ value_ru, name_ru, value_en, name_en }, emptyCharacteristic]);
  expect(text).toBe(toFormText([volume]));
  expect(parseCharacteristics(text)).toEqual([volume]);
  expect(formatCharacteristics([emptyCharacteristic])).toBe(toFormText([]));
});

it("are parsed from any text", () => {
  for (const text of ["", "text", "{}", "null"]) expect(parseCharacteristics(text)).toEqual([]);
  expect(parseCharacteristics('[{"name_ru":1,"value_ru":"a"},null]')).toEqual([
    { ...emptyCharacteristic, value_ru: "a" },
    emptyCharacteristic,
  ]);
});

it("are sent as a list", () => {
  const text = formatCharacteristics([volume]);
  expect(toApiChanges({ characteristics: { from: "", to: text } })).toEqual({
    characteristics: { from: [], to: [volume] },
  });
});

it("are shown in both languages when they conflict", () => {
  const pH = { name_en: "pH", name_ru: "pH", value_en: "6.2", value_ru: "6,2" };
  expect(describeCharacteristics(formatCharacteristics([volume, pH]))).toBe(
    "Объём: 50 мл; pH: 6,2 / Volume: 50 ml; pH: 6.2",
  );
});
