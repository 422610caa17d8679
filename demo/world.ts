import type { Person } from "./people.ts";
import type { Product, Variant } from "./product.ts";

/** What is known once the catalogue stands: the people, and a shelf of goods that can be bought. */
export type World = {
  seed: number;
  now: Date;
  anna: Person;
  others: Person[];
  /** The first products of the shop that are in stock and may travel by air, the most popular first. */
  shelf: Product[];
  countries: Map<string, { ru: string; en: string }>;
  /** Numbers of orders that are given away; they are drawn, as the shop draws them. */
  orderIds: Set<number>;
};

/** The cheapest form of a product that is in stock. */
export function cheapest(product: Product): Variant {
  const sold = product.variants.filter((variant) => variant.stock > 0);
  const first = sold.reduce<Variant | undefined>(
    (best, one) => (!best || one.priceMinor < best.priceMinor ? one : best),
    undefined,
  );
  if (!first) throw new Error(`${product.slug} is out of stock`);
  return first;
}

/** Forty thousand yen: a piece of cosmetics above it is not let out of Japan to Russia (domain: customs). */
const EXPORT_LIMIT_MINOR = 24_400_00;

/** May stand on the shelf: in stock, no plane refuses it, and Japan lets it go. */
export function canBeBought({ parts, variants }: Product): boolean {
  const flies = parts.type.hazard === "none" || parts.type.hazard === "alcohol_le24";
  const isDear = variants.some((variant) => variant.priceMinor > EXPORT_LIMIT_MINOR);
  return flies && !isDear && variants.some((variant) => variant.stock > 0);
}
