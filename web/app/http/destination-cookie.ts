import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";

/** The ISO 3166-1 code of the country that pages name delivery to, and the city if it was named: `RU` or `RU:Kazan`. */
export const DESTINATION_COOKIE = "destination";

const MAX_CITY_LENGTH = 60;

export type ChosenDestination = { country: string; city: string | null };

/** Returns the country code that a visitor sent; null if it is none. */
export function parseCountryCode(value: string | null): string | null {
  return value !== null && /^[A-Z]{2}$/.test(value) ? value : null;
}

/**
 * Returns the city that a visitor named, with single spaces; null if the text cannot be the name of one: that has up to 60
 * letters, digits, spaces, hyphens, dots, apostrophes and parentheses.
 */
export function parseCity(value: string | null): string | null {
  const city = value?.trim().replaceAll(/\s+/g, " ") ?? "";
  return city.length <= MAX_CITY_LENGTH && /^\p{L}[\p{L}\p{M}\d .'’()-]*$/u.test(city) ? city : null;
}

/** Returns the destination of the cookie; null without a valid country. A city that is none is left out. */
export function parseDestinationCookie(value: string | null): ChosenDestination | null {
  const [, code = null, city = null] = /^([A-Z]{2})(?::(.*))?$/.exec(value ?? "") ?? [];
  const country = parseCountryCode(code);
  return country === null ? null : { country, city: parseCity(city) };
}

/** Returns the value of the cookie. */
export function formatDestinationCookie({ country, city }: ChosenDestination): string {
  return city === null ? country : `${country}:${city}`;
}

/** The initial country for currencies of one country; for other currencies it is chosen by the locale. */
const countryByCurrency: Readonly<Record<string, string>> = {
  RUB: "RU",
  KZT: "KZ",
  BYN: "BY",
  UZS: "UZ",
  AMD: "AM",
  KGS: "KG",
  EUR: "DE",
  USD: "US",
};

/** The likely destination country of a visitor who has not chosen one: by locale, then by currency. */
export function guessCountry(locale: Locale, currency: string | null): string {
  if (locale === "ru-RU") return findRussianSpeakingCountry(currency ?? "RUB") ?? "RU";
  return countryByCurrency[currency ?? "USD"] ?? "US";
}

/** Russian is read in many countries, but a dollar or a euro does not indicate which one. */
function findRussianSpeakingCountry(currency: string): string | undefined {
  return currency === "USD" || currency === "EUR" ? undefined : countryByCurrency[currency];
}

/**
 * Returns the region of the first accepted language tag of the page's language: `GB` for `en-GB,en;q=0.9` on an English
 * page; null if no tag of that language names one.
 */
export function findAcceptedRegion(acceptLanguage: string | null, locale: Locale): string | null {
  const language = locale.slice(0, 2);
  for (const tag of (acceptLanguage ?? "").split(",")) {
    const [, tagLanguage = "", region = ""] = /^\s*([a-z]{2})-([A-Za-z]{2})\s*(?:;|$)/i.exec(tag) ?? [];
    if (tagLanguage.toLowerCase() === language) return region.toUpperCase();
  }
  return null;
}
