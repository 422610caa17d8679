/** Attributes of a product that are fixed rather than drawn. */
export type FixedProduct = { type?: string; brand?: string; series?: string; size?: number; priceRub?: number };

/**
 * Fixed products by id that demonstrate customs rules (docs/domain/customs.md): one above the export limit to Russia
 * (40,000 yen), and one at 10,000 rubles, two of which are exactly the duty-free limit.
 */
export const fixedProducts: Record<number, FixedProduct> = {
  1: { type: "serum_age", brand: "Yukisawa Lab", series: "Platinum Dew", size: 30, priceRub: 29_900 },
  2: { type: "set", brand: "Hashinone", series: "Pair Gift", priceRub: 10_000 },
};
