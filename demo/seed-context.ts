import type { Person } from "./customers/people.ts";
import type { Product, Variant } from "./products/product.ts";

/** What the seeding of orders, promotions and content needs: the customers and products that can be bought. */
export type SeedContext = {
  seed: number;
  now: Date;
  testCustomer: Person;
  otherCustomers: Person[];
  /** The first products that are in stock and may be sent by air, the most popular first. */
  availableProducts: Product[];
  /** Names of the countries by code. */
  countries: Map<string, { ru: string; en: string }>;
  /** Order ids that are taken. Ids are random, as in checkout. */
  orderIds: Set<number>;
};

/**
 * Returns the cheapest variant that is in stock.
 * @throws Error if no variant is in stock.
 */
export function getCheapestVariant(product: Product): Variant {
  const inStock = product.variants.filter((variant) => variant.stock > 0);
  const cheapestVariant = inStock.reduce<Variant | undefined>(
    (best, one) => (!best || one.priceMinor < best.priceMinor ? one : best),
    undefined,
  );
  if (!cheapestVariant) throw new Error(`${product.slug} is out of stock`);
  return cheapestVariant;
}

/**
 * 40,000 yen in kopecks: cosmetics above this price per piece may not be exported from Japan to Russia
 * (docs/domain/customs.md).
 */
const EXPORT_LIMIT_MINOR = 24_400_00;

/** Returns whether a product is in stock, may be sent by air and is below the export limit. */
export function canBeBought({ parts, variants }: Product): boolean {
  const canFly = parts.type.hazard === "none" || parts.type.hazard === "alcohol_le24";
  const isOverExportLimit = variants.some((variant) => variant.priceMinor > EXPORT_LIMIT_MINOR);
  return canFly && !isOverExportLimit && variants.some((variant) => variant.stock > 0);
}
