import { expect, it } from "vitest";
import {
  findAcceptedRegion,
  guessCountry,
  parseCountryCode,
  formatDestinationCookie,
  parseDestinationCookie,
} from "./destination-cookie.ts";

it.each([
  ["ru-RU", null, "RU"],
  ["ru-RU", "RUB", "RU"],
  ["ru-RU", "KZT", "KZ"],
  ["ru-RU", "USD", "RU"],
  ["ru-RU", "EUR", "RU"],
  ["en-US", null, "US"],
  ["en-US", "EUR", "DE"],
  ["en-US", "KZT", "KZ"],
  ["en-US", "JPY", "US"],
] as const)("guesses the country by locale %s and currency %s: %s", (locale, currency, country) => {
  expect(guessCountry(locale, currency)).toBe(country);
});

it.each([
  ["en-GB,en;q=0.9", "GB"],
  ["fr-FR, en-ca;q=0.5", "CA"],
  ["ru-KZ,ru;q=0.9,en;q=0.8", null],
  ["en-001,en", null],
  ["en", null],
  ["", null],
  [null, null],
])("reads the region of the page's language from %s: %s", (header, region) => {
  expect(findAcceptedRegion(header, "en-US")).toBe(region);
});

it.each(["", "R", "ru", "RUS", "<b>", "RU;"])("accepts no %j as a country", (value) => {
  expect(parseCountryCode(value)).toBeNull();
});

it.each([
  ["RU", { country: "RU", city: null }],
  ["RU:Нижний Новгород", { country: "RU", city: "Нижний Новгород" }],
  ["US: St.  Paul ", { country: "US", city: "St. Paul" }],
  ["RU:<script>", { country: "RU", city: null }],
  ["RU:12", { country: "RU", city: null }],
  [`RU:${"а".repeat(61)}`, { country: "RU", city: null }],
  ["RUS:Казань", null],
  [":Казань", null],
  [null, null],
])("reads the destination cookie %j as %j", (value, destination) => {
  expect(parseDestinationCookie(value)).toEqual(destination);
});

it("writes the cookie so that it reads the same again", () => {
  for (const destination of [
    { country: "RU", city: "Ростов-на-Дону" },
    { country: "KZ", city: null },
  ])
    expect(parseDestinationCookie(formatDestinationCookie(destination))).toEqual(destination);
});
