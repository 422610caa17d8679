import type { Country } from "@furoshiki/api/delivery";
import { useEffect, useState } from "react";
import { fetchApi } from "../../api-client/browser-api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";

let countriesCache: { locale: string; countries: Promise<Country[] | undefined> } | null = null;

/** Returns the countries to which the store ships, loaded once per page and locale; empty while loading. */
export function useCountries(): readonly Country[] {
  const i18n = useI18n();
  const [countries, setCountries] = useState<readonly Country[]>([]);
  useEffect(() => {
    if (countriesCache?.locale !== i18n.locale) {
      const loading = fetchApi<{ items: Country[] }>(i18n, "/v1/countries").then((list) => list?.items);
      countriesCache = { locale: i18n.locale, countries: loading };
      // After a failure the next caller loads the list again.
      void loading.then((list) => {
        if (!list) countriesCache = null;
      });
    }
    let isCurrent = true;
    void countriesCache.countries.then((list) => {
      if (isCurrent && list) setCountries(list.filter((country) => country.deliverable));
    });
    return () => {
      isCurrent = false;
    };
  }, [i18n]);
  return countries;
}
