import { expect, it } from "vitest";
import { likelyCountry } from "./destination.ts";

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
] as const)("%s in %s likely goes to %s", (locale, currency, country) => {
  expect(likelyCountry(locale, currency)).toBe(country);
});
