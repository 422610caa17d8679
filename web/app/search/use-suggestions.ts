import type { Suggestions } from "@furoshiki/api/search";
import { useEffect, useState } from "react";
import { askApi } from "../lib/browser-api.ts";
import { useDelivery } from "../lib/known.ts";
import { useShop } from "../lib/shop.tsx";
import { SHORTEST_SEARCH } from "./search-path.ts";

const QUIET_MS = 350; // spec §9

type Told = { q: string; found: Suggestions | null };

/**
 * What the shop suggests for the text of the field, asked for after 350 ms of quiet; null while too little is typed
 * or nothing is known yet. While a longer text is asked about, the last answer stands.
 */
export function useSuggestions(text: string): { told: Told | null; waiting: boolean } {
  const shop = useShop();
  const currency = useDelivery().iso_code;
  const [told, setTold] = useState<Told | null>(null);
  const q = text.trim();
  const enough = q.length >= SHORTEST_SEARCH;

  useEffect(() => {
    if (!enough) return;
    let current = true;
    const ask = async () => {
      const found = await askApi<Suggestions>(shop, `/v1/search/suggest?q=${encodeURIComponent(q)}`, { currency });
      if (current) setTold({ q, found: found ?? null });
    };
    const timer = setTimeout(() => void ask(), QUIET_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [q, enough, currency, shop]);

  return { told: enough ? told : null, waiting: enough && told?.q !== q };
}
