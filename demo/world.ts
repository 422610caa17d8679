import type { Product, Variant } from "./product.ts";
import type { Person } from "./people.ts";

/** What is known once the catalogue stands: the people, and a shelf of goods that can be bought. */
export type World = {
  seed: number;
  now: Date;
  anna: Person;
  others: Person[];
  /** The first products of the shop that are in stock and may travel by air, the most popular first. */
  shelf: Product[];
  countries: Map<string, { ru: string; en: string }>;
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

/** May stand on the shelf: in stock, and no plane refuses it. */
export function canBeBought(product: Product): boolean {
  const { hazard } = product.parts.type;
  return (hazard === "none" || hazard === "alcohol_le24") && product.variants.some((variant) => variant.stock > 0);
}
