import type { ProductType } from "./tables.ts";

/** Grams of what the goods are packed in. */
const packages: Record<string, number> = { liquid: 30, jar: 90, tube: 15, sachet: 8, box: 25 };

type Form = { sides: [number, number, number]; cubic: number };
const usual: Form = { sides: [2, 1.5, 1], cubic: 2.2 };

/** How long, wide and high a pack is, as parts of each other, and how many cubic centimetres a gram takes in it. */
const forms: Record<string, Form> = {
  liquid: { sides: [3, 1.2, 1], cubic: 1.5 },
  jar: { sides: [1.1, 1.1, 1], cubic: 1.8 },
  tube: { sides: [4, 1.4, 1], cubic: 1.6 },
  sachet: { sides: [6, 4, 1], cubic: 2 },
  box: usual,
};
const CUBIC_MM = 1000;

/** The sides of the pack in millimetres, the longest first. */
export function packSize(type: ProductType, size: number): number[] {
  const { sides, cubic } = forms[type.box] ?? usual;
  const volume = size * type.piece * cubic * CUBIC_MM;
  const unit = Math.cbrt(volume / (sides[0] * sides[1] * sides[2]));
  return sides.map((side) => Math.ceil(side * unit));
}

/** Weight with the pack in grams, rounded up to 5: net times 1.05 and the pack (tables: gross weight). */
export function grossWeight(type: ProductType, size: number): number {
  return Math.ceil((size * type.piece * 1.05 + (packages[type.box] ?? 25)) / 5) * 5;
}
