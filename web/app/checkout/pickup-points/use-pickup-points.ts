import type { PickupPoint } from "@furoshiki/api/delivery";
import { useEffect, useState } from "react";
import { fetchApi } from "../../api-client/browser-api.ts";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { filterPickupPoints } from "./filter-pickup-points.ts";

/** Debounce of the search input. */
const DEBOUNCE_MS = 250;
/** Minimum query length of the API. */
const MIN_QUERY_LENGTH = 2;

/** The parcel that a pickup point must take. */
export type Parcel = {
  /** ISO 3166-1 code of the destination; null without an address. */
  country: string | null;
  weightG: number;
  /** Size of the box in millimeters; null if no size is known. */
  boxMm: readonly number[] | null;
};

type PickupPointSearch = { matches: readonly PickupPoint[]; isLoading: boolean };

/**
 * Searches pickup points. Shorter queries filter the nearby points; from two characters on, the API searches the whole
 * country, including points that cannot take the parcel, with the reason.
 * While loading, and if the request fails, the nearby points are filtered.
 */
export function usePickupPoints(
  nearbyPoints: readonly PickupPoint[],
  input: string,
  { country, weightG, boxMm }: Parcel,
): PickupPointSearch {
  const i18n = useI18n();
  const searchText = input.trim();
  const [searchResult, setSearchResult] = useState<{ text: string; points: readonly PickupPoint[] | null }>({
    text: "",
    points: null,
  });
  const boxParam = boxMm?.join("x") ?? "";
  const shouldSearch = searchText.length >= MIN_QUERY_LENGTH && country !== null;
  useEffect(() => {
    if (!shouldSearch) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const query = new URLSearchParams({
        q: searchText,
        country,
        weight_g: String(weightG),
        ...(boxParam ? { box_mm: boxParam } : {}),
      });
      void fetchApi<{ items: PickupPoint[] }>(i18n, `/v1/cdek/points?${query}`, { signal: controller.signal }).then(
        (list) => {
          if (!controller.signal.aborted) setSearchResult({ text: searchText, points: list?.items ?? null });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [i18n, searchText, country, weightG, boxParam, shouldSearch]);
  if (shouldSearch && searchResult.text === searchText && searchResult.points)
    return { matches: searchResult.points, isLoading: false };
  return {
    matches: filterPickupPoints(nearbyPoints, searchText),
    isLoading: shouldSearch && searchResult.text !== searchText,
  };
}
