import type { Estimate } from "@furoshiki/api/cart";
import type { Country } from "@furoshiki/api/delivery";
import { useEffect, useState } from "react";
import { askApi } from "../lib/browser-api.ts";
import { useShop } from "../lib/shop.tsx";
import type { GuestCart } from "./guest-cart.ts";

export type EstimatedLine = { productId: number; optionId: number; qty: number };

type Estimated = {
  /** What the shop is asked with. */
  asked: object;
  /** The newest that is known; null before the first. */
  estimate: Estimate | null;
  /** It is of other goods, another country or currency: a newer one is being asked for. */
  stale: boolean;
  failed: boolean;
  retry: () => void;
};

/**
 * What goods would cost at a door of a country, asked of the shop anew whenever either changes.
 * @param means a guest's promo code and presents; given, the estimate tells what may be chosen
 */
export function useEstimate(
  country: string,
  lines: readonly EstimatedLine[],
  currency: string,
  means?: Pick<GuestCart, "promo" | "presents">,
): Estimated {
  const shop = useShop();
  const asked = {
    country,
    lines: lines.map(({ productId, optionId, qty }) => ({ product_id: productId, option_id: optionId, qty })),
    ...(means ? { promo: means.promo, presents: means.presents } : {}),
  };
  const body = JSON.stringify(asked);
  const wanted = `${currency} ${body}`;
  const [known, setKnown] = useState<{ wanted: string; estimate: Estimate } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const isKnown = known?.wanted === wanted;
  useEffect(() => {
    if (lines.length === 0 || isKnown || failed === wanted) return;
    let current = true;
    void askApi<Estimate>(shop, "/v1/cart/estimate", { currency, body: JSON.parse(body) as object }).then(
      (estimate) => {
        if (!current) return;
        if (estimate) setKnown({ wanted, estimate });
        else setFailed(wanted);
      },
    );
    return () => {
      current = false;
    };
  }, [shop, currency, body, wanted, lines.length, isKnown, failed]);
  return {
    asked,
    estimate: known?.estimate ?? null,
    stale: !isKnown,
    failed: failed === wanted && !isKnown,
    retry: () => setFailed(null),
  };
}

let listed: { locale: string; countries: Promise<Country[] | undefined> } | null = null;

/** The countries where something goes, asked for once a page; empty until they are there. */
export function useCountries(): readonly Country[] {
  const shop = useShop();
  const [countries, setCountries] = useState<readonly Country[]>([]);
  useEffect(() => {
    if (listed?.locale !== shop.locale) {
      const ask = askApi<{ items: Country[] }>(shop, "/v1/countries").then((list) => list?.items);
      listed = { locale: shop.locale, countries: ask };
      // What failed is asked for again by whoever comes next.
      void ask.then((list) => {
        if (!list) listed = null;
      });
    }
    let current = true;
    void listed.countries.then((list) => {
      if (current && list) setCountries(list.filter((country) => country.deliverable));
    });
    return () => {
      current = false;
    };
  }, [shop]);
  return countries;
}
