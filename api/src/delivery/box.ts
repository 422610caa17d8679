/** Three sides in millimeters, longest first. */
export type Sides = readonly [number, number, number];

/** Parses `180x60x40`, in any order. */
export function parseSides(text: string): Sides {
  const [longest = 0, middle = 0, shortest = 0] = text
    .split("x")
    .map(Number)
    .toSorted((first, second) => second - first);
  return [longest, middle, shortest];
}

/** A number of items of the same packed size; null if the size is unknown. */
export type SizedItems = { sizeMm: Sides | null; qty: number };

/** Several pieces leave empty space between them: a quarter of their volume. */
const AIR_FACTOR = 1.25;
/** The carton and padding, both sides together. */
const CARTON_MM = 20;

/**
 * Calculates the expected box of a parcel (docs/domain/delivery.md): on each side at least as long as the longest,
 * second and third side of any item, and with enough volume for all items and air. The shortest side grows first, so
 * that the longest side and the sum of the sides stay minimal.
 * @returns null if no size is known
 */
export function calculateBox(items: readonly SizedItems[]): Sides | null {
  let [longest, middle, shortest] = [0, 0, 0];
  let volume = 0;
  for (const { sizeMm, qty } of items) {
    if (!sizeMm) continue;
    longest = Math.max(longest, sizeMm[0]);
    middle = Math.max(middle, sizeMm[1]);
    shortest = Math.max(shortest, sizeMm[2]);
    volume += sizeMm[0] * sizeMm[1] * sizeMm[2] * qty;
  }
  if (volume === 0) return null;
  const isSinglePiece = volume === longest * middle * shortest;
  const fillLevel = calculateFillLevel([longest, middle, shortest], isSinglePiece ? volume : volume * AIR_FACTOR);
  const toOuterSide = (mm: number) => Math.ceil(Math.max(mm, fillLevel)) + CARTON_MM;
  return [toOuterSide(longest), toOuterSide(middle), toOuterSide(shortest)];
}

/** Returns the length to which the shorter sides must grow for the box to hold the volume. */
function calculateFillLevel([longest, middle, shortest]: Sides, volume: number): number {
  const oneSideLength = volume / (longest * middle);
  if (oneSideLength <= shortest) return 0;
  if (oneSideLength <= middle) return oneSideLength;
  const twoSidesLength = Math.sqrt(volume / longest);
  return twoSidesLength <= longest ? twoSidesLength : Math.cbrt(volume);
}

/** The largest parcel of a method; null: no limit. */
export type SizeLimits = {
  longest_max_mm: number | null;
  sides_max_mm: number | null;
  girth_max_mm: number | null;
};

/** Whether a box exceeds the limits of a method. Girth limits apply to length plus girth. */
export function isTooLarge(box: Sides | null, limits: SizeLimits): boolean {
  if (!box) return false;
  const [longest, middle, shortest] = box;
  const isOver = (mm: number, max: number | null) => max !== null && mm > max;
  return (
    isOver(longest, limits.longest_max_mm) ||
    isOver(longest + middle + shortest, limits.sides_max_mm) ||
    isOver(longest + 2 * (middle + shortest), limits.girth_max_mm)
  );
}

/** Whether a box fits into one of these, in any orientation. */
export function fitsInto(box: Sides | null, boxes: readonly Sides[] | null): boolean {
  if (!box || !boxes) return true;
  return boxes.some((sides) => box.every((mm, index) => mm <= (sides[index] ?? 0)));
}
