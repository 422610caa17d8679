import { expect, it } from "vitest";
import { normalizePhone, formatPhone } from "./phone.ts";

it.each([
  ["+7 900 123-45-67", "RU", "+79001234567"],
  ["8 (900) 123-45-67", "RU", "+79001234567"],
  ["89001234567", "RU", "+79001234567"],
  ["9001234567", "RU", "+79001234567"],
  ["79001234567", "RU", "+79001234567"],
  ["007 900 123 45 67", "RU", "+79001234567"],
  ["8 701 123 45 67", "KZ", "+77011234567"],
  ["+375 29 123-45-67", "RU", "+375291234567"],
  ["8 029 123-45-67", "BY", "+375291234567"],
  ["030 901820", "DE", "+4930901820"],
  ["07400 123456", "GB", "+447400123456"],
  ["(212) 555-0100", "US", "+12125550100"],
  ["090-1234-5678", "RU", null],
  ["+81 90-1234-5678", "RU", "+819012345678"],
  ["123456789", "RU", null],
  ["+7 900 123-45-6", "RU", null],
  ["+999 123 456 789", "RU", null],
  ["---------", "RU", null],
  ["", "RU", null],
])("normalizes %j of %s to %s", (input, country, normalized) => {
  expect(normalizePhone(input, country)).toBe(normalized);
});

it("formats a stored number for people and returns invalid text unchanged", () => {
  expect(formatPhone("+79001234567")).toBe("+7 900 123 45 67");
  expect(formatPhone("8 900")).toBe("8 900");
});

it("leaves a normalized number unchanged", () => {
  for (const normalized of ["+79001234567", "+375291234567", "+819012345678"])
    expect(normalizePhone(normalized, "US")).toBe(normalized);
});
