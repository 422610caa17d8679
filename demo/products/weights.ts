import type { ProductType } from "./source-tables.ts";

/** Weight of the packaging in grams, by kind of packaging. */
const packagingWeightG: Record<string, number> = { liquid: 30, jar: 90, tube: 15, sachet: 8, box: 25 };

type PackProportions = { sideRatios: [number, number, number]; cm3PerGram: number };
const defaultProportions: PackProportions = { sideRatios: [2, 1.5, 1], cm3PerGram: 2.2 };

/** Length, width and height of a pack as ratios, and its volume in cubic centimeters per gram of content. */
const proportionsByBox: Record<string, PackProportions> = {
  liquid: { sideRatios: [3, 1.2, 1], cm3PerGram: 1.5 },
  jar: { sideRatios: [1.1, 1.1, 1], cm3PerGram: 1.8 },
  tube: { sideRatios: [4, 1.4, 1], cm3PerGram: 1.6 },
  sachet: { sideRatios: [6, 4, 1], cm3PerGram: 2 },
  box: defaultProportions,
};
const MM3_PER_CM3 = 1000;

/** Returns the sides of the pack in millimeters, the longest first. */
export function calculatePackSize(type: ProductType, size: number): number[] {
  const { sideRatios, cm3PerGram } = proportionsByBox[type.box] ?? defaultProportions;
  const volume = size * type.piece * cm3PerGram * MM3_PER_CM3;
  const unit = Math.cbrt(volume / (sideRatios[0] * sideRatios[1] * sideRatios[2]));
  return sideRatios.map((side) => Math.ceil(side * unit));
}

/** Returns the gross weight in grams: net weight times 1.05 plus the packaging, rounded up to 5 g. */
export function calculateGrossWeight(type: ProductType, size: number): number {
  return Math.ceil((size * type.piece * 1.05 + (packagingWeightG[type.box] ?? 25)) / 5) * 5;
}
