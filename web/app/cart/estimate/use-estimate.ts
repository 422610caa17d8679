import type { Estimate } from "@furoshiki/api/cart";
import type { Country } from "@furoshiki/api/delivery";
import { useEffect, useState } from "react";
import { fetchApi } from "../../api-client/browser-api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { GuestCart } from "../guest/guest-cart.ts";

/** A line whose delivery cost is estimated; the option id is 0 without options. */
export type EstimatedLine = { productId: number; optionId: number; qty: number };

type EstimateState = {
  /** Request body of the estimate. */
  request: object;
  /** The latest estimate; null before the first one. */
  estimate: Estimate | null;
  /** Whether it is for other lines, another country or currency; a new one is being loaded. */
  stale: boolean;
  failed: boolean;
  retry: () => void;
};

/**
 * Loads the cost of the lines delivered to a country, again whenever one of the arguments changes.
 * @param adjustments promo code and gifts of a guest; if given, the estimate includes the gifts to choose from
 */
export function useEstimate(
  country: string,
  lines: readonly EstimatedLine[],
  currency: string,
  adjustments?: Pick<GuestCart, "promo" | "presents">,
): EstimateState {
  const i18n = useI18n();
  const request = {
    country,
    lines: lines.map(({ productId, optionId, qty }) => ({ product_id: productId, option_id: optionId, qty })),
    ...(adjustments ? { promo: adjustments.promo, presents: adjustments.presents } : {}),
  };
  const body = JSON.stringify(request);
  const requestKey = `${currency} ${body}`;
  const [loaded, setLoaded] = useState<{ requestKey: string; estimate: Estimate } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const isLoaded = loaded?.requestKey === requestKey;
  useEffect(() => {
    if (lines.length === 0 || isLoaded || failed === requestKey) return;
    let isCurrent = true;
    void fetchApi<Estimate>(i18n, "/v1/cart/estimate", { currency, body: JSON.parse(body) as object }).then(
      (estimate) => {
        if (!isCurrent) return;
        if (estimate) setLoaded({ requestKey, estimate });
        else setFailed(requestKey);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [i18n, currency, body, requestKey, lines.length, isLoaded, failed]);
  return {
    request,
    estimate: loaded?.estimate ?? null,
    stale: !isLoaded,
    failed: failed === requestKey && !isLoaded,
    retry: () => setFailed(null),
  };
}

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
