import type { Estimate } from "@furoshiki/api/cart";
import { useEffect, useState } from "react";
import { fetchApi } from "../../api-client/browser-api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import type { GuestCart } from "../guest/guest-cart.ts";

/** Request body of an estimate. Gifts are included only if `presents` is given. */
type EstimateRequest = {
  /** ISO 3166-1 code of the destination. */
  country: string;
  /** The option id is 0 without options. */
  lines: readonly { product_id: number; option_id: number; qty: number }[];
} & Partial<Pick<GuestCart, "promo" | "presents">>;

type EstimateState = {
  /** The latest estimate; null before the first one. */
  estimate: Estimate | null;
  /** Whether it is for another request or currency; a new one is being loaded. */
  isStale: boolean;
  hasFailed: boolean;
  retry: () => void;
};

/** Creates the request for an estimate of a guest's cart. */
export function createEstimateRequest({ entities, promo, presents }: GuestCart, country: string): EstimateRequest {
  const lines = Object.values(entities).map(({ product, option_id, qty }) => ({
    product_id: product.id,
    option_id,
    qty,
  }));
  return { country, lines, promo, presents };
}

/** Loads the cost of lines delivered to a country, again whenever the request or the currency changes. */
export function useEstimate(request: EstimateRequest, currency: string): EstimateState {
  const i18n = useI18n();
  const body = JSON.stringify(request);
  const requestKey = `${currency} ${body}`;
  const hasLines = request.lines.length > 0;
  const [loaded, setLoaded] = useState<{ requestKey: string; estimate: Estimate } | null>(null);
  const [failedKey, setFailedKey] = useState<string | null>(null);
  const isLoaded = loaded?.requestKey === requestKey;
  const hasFailed = failedKey === requestKey && !isLoaded;
  useEffect(() => {
    if (!hasLines || isLoaded || hasFailed) return;
    let isCurrent = true;
    void fetchApi<Estimate>(i18n, "/v1/cart/estimate", { currency, body: JSON.parse(body) as object }).then(
      (estimate) => {
        if (!isCurrent) return;
        if (estimate) setLoaded({ requestKey, estimate });
        else setFailedKey(requestKey);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [i18n, currency, body, requestKey, hasLines, isLoaded, hasFailed]);
  useEffect(() => {
    const retry = () => setFailedKey(null);
    addEventListener("online", retry);
    return () => removeEventListener("online", retry);
  }, []);
  return {
    estimate: loaded?.estimate ?? null,
    isStale: !isLoaded,
    hasFailed,
    retry: () => setFailedKey(null),
  };
}
