import { useSyncExternalStore } from "react";
import type { Locale } from "@furoshiki/design-system/i18n/locale.ts";
import { createStorageListeners } from "@furoshiki/design-system/browser/listeners.ts";
import { readStored, writeStored } from "../browser/local-storage.ts";

const KEY = "destination";

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

/** The choice made on this page, for browsers that cannot store it. */
let pageChoice: string | null = null;
const listeners = createStorageListeners(KEY);

function getStoredCountry(): string | null {
  const stored = readStored(KEY);
  return typeof stored === "string" && /^[A-Z]{2}$/.test(stored) ? stored : pageChoice;
}

/** Stores the country that the visitor has chosen. */
export function setDestination(country: string): void {
  pageChoice = country;
  writeStored(KEY, country);
  listeners.notify();
}

/**
 * The country that a guest's estimates are for: the one chosen in this browser, shared by its tabs, or the likely one.
 */
export function useDestination(locale: Locale, currency: string): string {
  return useSyncExternalStore(listeners.subscribe, getStoredCountry, () => null) ?? guessCountry(locale, currency);
}
