import { useFetcher } from "react-router";
import { getDocumentDestination } from "../browser/document-destination.ts";
import { guessCountry } from "../http/destination-cookie.ts";
import { usePathWithoutLocale, useI18n } from "../i18n/use-i18n.tsx";
import { getDocumentLocale } from "../i18n/document-locale.ts";
import { useRootData } from "../store-config/root-data.ts";

/** Returns the country that estimates are for: that of the page, or the likely one. */
export function getDestination(currency: string): string {
  return getDocumentDestination() ?? guessCountry(getDocumentLocale(), currency);
}

/**
 * Returns the country that pages name delivery to (ISO 3166-1), and a function that changes it: the choice is stored in a
 * cookie, and the data of the page is loaded again.
 */
export function useDestination(): {
  country: string;
  chooseCountry: (country: string) => void;
  /** Stores the city, which is forgotten if it is empty. */
  chooseCity: (city: string) => void;
} {
  const { locale, to } = useI18n();
  const config = useRootData()?.config;
  const fetcher = useFetcher({ key: "destination" });
  const pendingCountry = fetcher.formData?.get("country");
  const current = config?.destination?.country ?? guessCountry(locale, config?.delivery.iso_code ?? null);
  const submit = (values: Record<string, string>) =>
    void fetcher.submit(values, { method: "post", action: to("/destination") });
  return {
    country: typeof pendingCountry === "string" ? pendingCountry : current,
    chooseCountry: (country) => submit({ country }),
    chooseCity: (city) => submit({ country: current, city }),
  };
}

/** Returns the path of the country list, which leads back to this page. */
export function useDestinationPath(): string {
  return `/destination?from=${encodeURIComponent(usePathWithoutLocale())}`;
}
