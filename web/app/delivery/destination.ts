import { useStoreValue } from "@furoshiki/design-system/browser/store.ts";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { createPersistentStore } from "../browser/persistent-store.ts";

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
export function guessCountry(locale: Locale, currency: string): string {
  if (locale === "ru-RU") return currency === "RUB" ? "RU" : (findRussianSpeakingCountry(currency) ?? "RU");
  return countryByCurrency[currency] ?? "US";
}

/** Russian is read in many countries, but a dollar or a euro does not indicate which one. */
function findRussianSpeakingCountry(currency: string): string | undefined {
  return currency === "USD" || currency === "EUR" ? undefined : countryByCurrency[currency];
}

/** The country that the visitor has chosen in this browser; null if they have not. */
const chosenCountry = createPersistentStore<string | null>("destination", null, (stored) =>
  typeof stored === "string" && /^[A-Z]{2}$/.test(stored) ? stored : null,
);

/** Stores the country that the visitor has chosen. */
export function setDestination(country: string): void {
  chosenCountry.write(country);
}

/** Returns the country that a guest's estimates are for: the one chosen in this browser, or the likely one. */
export function getDestination(locale: Locale, currency: string): string {
  return chosenCountry.get() ?? guessCountry(locale, currency);
}

/** Like `getDestination`, for components. The tabs of the browser share the choice. */
export function useDestination(locale: Locale, currency: string): string {
  return useStoreValue(chosenCountry) ?? guessCountry(locale, currency);
}
