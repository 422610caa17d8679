import { expect, it } from "vitest";
import { guessCountry } from "./destination.ts";

it.each([
  ["ru-RU", "RUB", "RU"],
  ["ru-RU", "KZT", "KZ"],
  ["ru-RU", "BYN", "BY"],
  ["ru-RU", "EUR", "RU"],
  ["ru-RU", "JPY", "RU"],
  ["en-US", "USD", "US"],
  ["en-US", "EUR", "DE"],
  ["en-US", "KZT", "KZ"],
  ["en-US", "JPY", "US"],
] as const)("guesses for %s and %s the country %s", (locale, currency, country) => {
  expect(guessCountry(locale, currency)).toBe(country);
});
