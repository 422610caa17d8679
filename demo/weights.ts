import type { ProductType } from "./tables.ts";

/** Grams of what the goods are packed in. */
const packages: Record<string, number> = { liquid: 30, jar: 90, tube: 15, sachet: 8, box: 25 };

/** Weight with the pack in grams, rounded up to 5: net times 1.05 and the pack (tables: gross weight). */
export function grossWeight(type: ProductType, size: number): number {
  return Math.ceil((size * type.piece * 1.05 + (packages[type.box] ?? 25)) / 5) * 5;
}
