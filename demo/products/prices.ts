import type { Random } from "../random.ts";
import type { Brand, ProductType } from "./source-tables.ts";

/** Price factors of the brand tiers 1 to 4. */
const TIER_FACTORS = [0.75, 1, 1.35, 2];
/** Below 1, so that a double size costs less than double the price. */
const SIZE_POWER = 0.8;
/** The highest price of the smallest size is at least this multiple of the lowest one. */
const MIN_PRICE_RANGE = 1.3;

/**
 * Returns the price in rubles of the smallest size of a type, before rounding: log-uniform in the range of the type,
 * times the factor of the brand's tier.
 */
export function drawBasePrice(type: ProductType, brand: Brand, random: Random): number {
  const [low = 1, high = low] = type.price;
  // The range includes the largest size, so the smallest one must stay low enough for it.
  const max = Math.max(low * MIN_PRICE_RANGE, high / getSizeFactor(type, Math.max(...type.sizes)));
  return random.logUniform(low, max) * (TIER_FACTORS[brand.tier - 1] ?? 1);
}

/** Returns the price of a size as a multiple of the price of the smallest size. */
export function getSizeFactor(type: ProductType, size: number): number {
  return (size / Math.min(...type.sizes)) ** SIZE_POWER;
}

/** Rounds to a typical retail price in whole rubles: 489, 790, 1,290, 5,450. */
export function roundPrice(rubles: number): number {
  const nearestNinety = Math.round((rubles + 10) / 100) * 100 - 10;
  if (rubles < 985)
    return Math.abs(rubles - nearestNinety) <= 15 ? nearestNinety : Math.max(49, Math.round(rubles / 10) * 10 - 1);
  return rubles < 5000 ? Math.round(rubles / 10) * 10 : Math.round(rubles / 50) * 50;
}

/**
 * Returns the regular and the sale price in whole rubles.
 * @param percent discount, from 5 to 40.
 */
export function calculateSalePrice(regularPrice: number, percent: number): { regularPrice: number; salePrice: number } {
  return { regularPrice, salePrice: Math.min(roundPrice((regularPrice * (100 - percent)) / 100), regularPrice - 1) };
}
