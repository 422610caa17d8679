import type { Db } from "./db/database.ts";
import type { Locale } from "./i18n/locale.ts";

/** The columns of a product that decide how one piece of it can be shipped. */
export type ShippableGoods = Readonly<{
  hazard: string;
  hs_code: string;
  weight_g: number;
  /** With its packaging in millimeters, the longest side first; null if it is unknown. */
  size_mm: readonly [number, number, number] | null;
}>;

/** The delivery of one piece; amounts in major units of the shopper's currency. */
export type ShippingQuote = {
  /** Why it cannot be sent; then all else is null. */
  refusal: { code: string; text: string } | null;
  /** 0: free. */
  price: number | null;
  /** The first and the last day of arrival, such as 2026-12-04. */
  arrives: { from: string; to: string } | null;
  /** The expected duty; null if the store cannot name it. */
  duty: number | null;
};

/** The terms of delivery to one country for one shopper. */
export type ShippingTerms = Readonly<{
  /** The code of the country. */
  country: string;
  /** Whether one piece can be sent. @param priceRubMinor its price in kopecks, for export limits */
  canShip: (goods: ShippableGoods, priceRubMinor: number) => boolean;
  /** Returns the highest price in kopecks at which one piece can be sent, `Infinity` for any; null if it cannot be sent. */
  getMaxPriceRubMinor: (goods: ShippableGoods) => number | null;
  /** Quotes the delivery of one piece. */
  quote: (goods: ShippableGoods, priceRubMinor: number) => ShippingQuote;
}>;

/**
 * Loads the terms of delivery to a country; null if the store does not know it. The catalog gets it from `AppContext`, as
 * delivery, customs and their rules are not part of a listing
 * (docs/decisions/0044-limit-every-handler-to-60-files.md).
 */
export type LoadShippingTerms = (
  db: Db,
  country: string,
  shopper: { currency: string; locale: Locale; now: Date },
) => Promise<ShippingTerms | null>;
