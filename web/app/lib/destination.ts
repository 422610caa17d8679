import { useSyncExternalStore } from "react";
import type { Locale } from "./locale.ts";
import { readStored, store } from "./storage.ts";

const KEY = "destination";

/** A country to begin with where a currency is at home in one; the others go by the language. */
const countryOfCurrency: Readonly<Record<string, string>> = {
  RUB: "RU",
  KZT: "KZ",
  BYN: "BY",
  UZS: "UZ",
  AMD: "AM",
  KGS: "KG",
  EUR: "DE",
  USD: "US",
};

/** Where a visitor's parcels are likely to go as long as he has not said it: by language, then by currency. */
export function likelyCountry(locale: Locale, currency: string): string {
  if (locale === "ru-RU") return currency === "RUB" ? "RU" : (neighbour(currency) ?? "RU");
  return countryOfCurrency[currency] ?? "US";
}

/** Russian is read in many countries, but a dollar or a euro says nothing of where. */
function neighbour(currency: string): string | undefined {
  return currency === "USD" || currency === "EUR" ? undefined : countryOfCurrency[currency];
}

// What this page chose counts even where the browser keeps nothing.
let chosen: string | null = null;
const listeners = new Set<() => void>();

function storedCountry(): string | null {
  const stored = readStored(KEY);
  return typeof stored === "string" && /^[A-Z]{2}$/.test(stored) ? stored : chosen;
}

export function chooseDestination(country: string): void {
  chosen = country;
  store(KEY, country);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

/** The country that a guest's estimates are for: chosen in this browser, one for all its tabs, or the likely one. */
export function useDestination(locale: Locale, currency: string): string {
  return useSyncExternalStore(subscribe, storedCountry, () => null) ?? likelyCountry(locale, currency);
}
