import { useCallback, useMemo, useState } from "react";
import { parsePrice } from "./price-effects.ts";

/** Prices that were entered by hand, by variant, as they were typed. */
export type PriceEdits = Readonly<{
  texts: ReadonlyMap<string, string>;
  /** Those that are prices. */
  prices: readonly { id: string; price: number }[];
  hasInvalid: boolean;
  /** Null removes what was entered. */
  setText: (id: string, text: string | null) => void;
  /** Removes all but those of some variants. */
  keep: (ids: readonly string[]) => void;
}>;

/** The prices that were entered by hand, on all pages of the list. */
export function usePriceEdits(): PriceEdits {
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const setText = useCallback((id: string, text: string | null) => {
    setTexts((current) => {
      const changed = new Map(current);
      if (text === null) changed.delete(id);
      else changed.set(id, text);
      return changed;
    });
  }, []);
  const keep = useCallback((ids: readonly string[]) => {
    setTexts((current) => new Map([...current].filter(([id]) => ids.includes(id))));
  }, []);
  return useMemo(() => {
    const prices = [...texts].flatMap(([id, text]) => {
      const price = parsePrice(text);
      return price === null ? [] : [{ id, price }];
    });
    return { texts, prices, hasInvalid: prices.length < texts.size, setText, keep };
  }, [texts, setText, keep]);
}
