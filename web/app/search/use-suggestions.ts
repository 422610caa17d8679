import type { Suggestions } from "@furoshiki/api/search";
import { useEffect, useState } from "react";
import { fetchApi } from "../api-client/browser-api.ts";
import { useDeliveryPricing } from "../store-config/root-data.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { MIN_SEARCH_LENGTH } from "./search-path.ts";

const DEBOUNCE_MS = 350;

type SuggestionResult = { q: string; suggestions: Suggestions | null };

/**
 * Returns the suggestions for the text of the field, requested after 350 ms without typing; null if the text is too
 * short or nothing has been loaded yet. While a longer text is requested, the last result stays.
 */
export function useSuggestions(text: string): { result: SuggestionResult | null; isLoading: boolean } {
  const i18n = useI18n();
  const currency = useDeliveryPricing().iso_code;
  const [result, setResult] = useState<SuggestionResult | null>(null);
  const q = text.trim();
  const isLongEnough = q.length >= MIN_SEARCH_LENGTH;

  useEffect(() => {
    if (!isLongEnough) return;
    const controller = new AbortController();
    const { signal } = controller;
    const fetchSuggestions = async () => {
      const path = `/v1/search/suggest?q=${encodeURIComponent(q)}`;
      const suggestions = await fetchApi<Suggestions>(i18n, path, { currency, signal });
      if (!signal.aborted) setResult({ q, suggestions: suggestions ?? null });
    };
    const timer = setTimeout(() => void fetchSuggestions(), DEBOUNCE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [q, isLongEnough, currency, i18n]);

  return { result: isLongEnough ? result : null, isLoading: isLongEnough && result?.q !== q };
}
