/** Three sides in millimetres, the longest first. */
export type Sides = readonly [number, number, number];

/** Reads `180x60x40`, in any order. */
export function sidesIn(text: string): Sides {
  const [longest = 0, middle = 0, shortest = 0] = text
    .split("x")
    .map(Number)
    .toSorted((one, other) => other - one);
  return [longest, middle, shortest];
}

/** So many pieces, each of this size with its pack; null where that is not known. */
export type Pieces = { sizeMm: Sides | null; qty: number };

/** Goods of many forms leave a quarter of air between them. */
const AIR = 1.25;
/** The carton and what is put between it and the goods, on both sides together. */
const WALLS_MM = 20;

/**
 * The box that a parcel of these goods is expected to need (docs/decisions, The size of a parcel): no shorter on any side
 * than the longest, the second and the third side of any piece, and large enough for all of them with air. It grows on
 * its shortest side first, so that its longest side and its three sides together are the least that hold the goods.
 * @returns null where the size of no piece is known
 */
export function packed(pieces: readonly Pieces[]): Sides | null {
  let [longest, middle, shortest] = [0, 0, 0];
  let volume = 0;
  for (const { sizeMm, qty } of pieces) {
    if (!sizeMm) continue;
    longest = Math.max(longest, sizeMm[0]);
    middle = Math.max(middle, sizeMm[1]);
    shortest = Math.max(shortest, sizeMm[2]);
    volume += sizeMm[0] * sizeMm[1] * sizeMm[2] * qty;
  }
  if (volume === 0) return null;
  const level = levelOf([longest, middle, shortest], volume * (volume === longest * middle * shortest ? 1 : AIR));
  const side = (mm: number) => Math.ceil(Math.max(mm, level)) + WALLS_MM;
  return [side(longest), side(middle), side(shortest)];
}

/** To what length the shorter sides grow so that the box holds a volume. */
function levelOf([longest, middle, shortest]: Sides, volume: number): number {
  const ofOne = volume / (longest * middle);
  if (ofOne <= shortest) return 0;
  if (ofOne <= middle) return ofOne;
  const ofTwo = Math.sqrt(volume / longest);
  return ofTwo <= longest ? ofTwo : Math.cbrt(volume);
}

/** The largest parcel of a method; null: any. */
export type SizeLimits = {
  longest_max_mm: number | null;
  sides_max_mm: number | null;
  girth_max_mm: number | null;
};

/** Whether a box is larger than a method carries; girth is once around beside the length. */
export function isTooLarge(box: Sides | null, limits: SizeLimits): boolean {
  if (!box) return false;
  const [longest, middle, shortest] = box;
  const isOver = (mm: number, most: number | null) => most !== null && mm > most;
  return (
    isOver(longest, limits.longest_max_mm) ||
    isOver(longest + middle + shortest, limits.sides_max_mm) ||
    isOver(longest + 2 * (middle + shortest), limits.girth_max_mm)
  );
}

/** Whether a box goes into one of these, whichever way it is turned. */
export function fitsInto(box: Sides | null, boxes: readonly Sides[] | null): boolean {
  if (!box || !boxes) return true;
  return boxes.some((one) => box.every((mm, at) => mm <= (one[at] ?? 0)));
}
