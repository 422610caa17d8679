import type { Dice } from "./random.ts";
import type { Brand, ProductType } from "./tables.ts";

const TIER_FACTORS = [0.75, 1, 1.35, 2];
/** Twice as much costs less than twice the price. */
const SIZE_POWER = 0.8;
const LEAST_SPREAD = 1.3;

/** Roubles of a type's smallest size at a brand, before rounding: log-uniform inside the type's range, times the brand's tier. */
export function basePrice(type: ProductType, brand: Brand, by: Dice): number {
  const [low = 1, high = low] = type.price;
  // The range reaches to the largest size, so the smallest one leaves room above itself.
  const most = Math.max(low * LEAST_SPREAD, high / sizeFactor(type, Math.max(...type.sizes)));
  return by.logUniform(low, most) * (TIER_FACTORS[brand.tier - 1] ?? 1);
}

/** How many times the price of the smallest size another size costs. */
export function sizeFactor(type: ProductType, size: number): number {
  return (size / Math.min(...type.sizes)) ** SIZE_POWER;
}

/** A price as shops write it: 489, 790, 1 290, 5 450. Whole roubles. */
export function tidyPrice(roubles: number): number {
  const ninety = Math.round((roubles + 10) / 100) * 100 - 10;
  if (roubles < 985) return Math.abs(roubles - ninety) <= 15 ? ninety : Math.max(49, Math.round(roubles / 10) * 10 - 1);
  return roubles < 5000 ? Math.round(roubles / 10) * 10 : Math.round(roubles / 50) * 50;
}

/** A price that fell: what it was and what it is, whole roubles. Percent is from 5 to 40. */
export function fallenPrice(was: number, percent: number): { was: number; is: number } {
  return { was, is: Math.min(tidyPrice((was * (100 - percent)) / 100), was - 1) };
}
