import type { PriceRow } from "@furoshiki/api/admin/catalog-admin/prices";

const MAX_PRICE = 10_000_000;

/** Parses a price that was typed: `1 290,50`. @returns null if it is none */
export function parsePrice(text: string): number | null {
  const normalized = text.replaceAll(/[\s\u00a0₽]/g, "").replace(",", ".");
  if (!/^\d{1,8}(?:\.\d{1,2})?$/.test(normalized)) return null;
  const price = Number(normalized);
  return price > 0 && price <= MAX_PRICE ? price : null;
}

/** Writes a price as it is typed: with a comma in Russian, without groups of digits. */
export function formatTypedPrice(price: number, decimalPoint: string): string {
  return String(price).replace(".", decimalPoint);
}

/** What a new price of a variant means. Percents are numbers such as 12.5. */
export type PriceEffects = Readonly<{
  /** The price that the variant gets; the present one if it stays. */
  price: number;
  isChanged: boolean;
  change: number;
  /** Null if the cost is not known. */
  margin: number | null;
  /** The price before the sale; null without one. */
  oldPrice: number | null;
  /** Of a changed price with a price before the sale: whether the store shows a discount. */
  isDiscountShown: boolean | null;
}>;

/**
 * Returns what a row shows about its new price.
 * @param entered the price that was entered by hand; null without one
 * @param isSale whether the new prices are those of a sale
 */
export function getPriceEffects(row: PriceRow, entered: number | null, isSale: boolean): PriceEffects {
  const price = entered ?? row.new_price ?? row.price;
  const isChanged = price !== row.price || (isSale && row.new_price !== null);
  const before = isSale ? (row.old_price ?? row.price) : row.old_price;
  const oldPrice = !isChanged ? row.old_price : before !== null && before > price ? before : null;
  return {
    price,
    isChanged,
    change: ((price - row.price) / row.price) * 100,
    margin: row.cost === null ? null : (1 - row.cost / price) * 100,
    oldPrice,
    isDiscountShown: isChanged && oldPrice !== null ? Math.min(row.lowest_price, oldPrice) > price : null,
  };
}
