import { calculateParcelWeight } from "../customs/duty.ts";
import type { ShippableGoods } from "../platform/shipping-terms.ts";
import { calculateBox, isTooLarge, type Sides } from "./box.ts";
import type { RouteRow } from "./sql.ts";

/** One piece in a parcel of its own. */
export type SinglePiece = Readonly<{
  goods: ShippableGoods;
  /** Digits of the HS code. */
  hsCode: string;
  /** In grams. */
  parcelWeightG: number;
  /** Null if the size is unknown. */
  boxMm: Sides | null;
}>;

const pieces = new WeakMap<ShippableGoods, SinglePiece>();

/** Packs one piece. The product index shares equal goods between products, so that they are packed once. */
export function packSinglePiece(goods: ShippableGoods): SinglePiece {
  let piece = pieces.get(goods);
  if (!piece) {
    piece = {
      goods,
      hsCode: goods.hs_code.replaceAll(".", ""),
      parcelWeightG: calculateParcelWeight(goods.weight_g),
      boxMm: calculateBox([{ sizeMm: goods.size_mm, qty: 1 }]),
    };
    pieces.set(goods, piece);
  }
  return piece;
}

/** Why a method does not carry a piece: its weight, its size, or its hazard class. */
export type CarriageRefusal = "too_heavy" | "oversize" | (string & {});

/** Returns why a method does not carry one piece by itself; null if it does. */
export function findCarriageRefusal(
  route: RouteRow,
  { goods, parcelWeightG, boxMm }: SinglePiece,
): CarriageRefusal | null {
  if (parcelWeightG > route.weight_max_g) return "too_heavy";
  if (isTooLarge(boxMm, route)) return "oversize";
  return route.refused.includes(goods.hazard) ? goods.hazard : null;
}

/** Whether a method carries one piece by itself. */
export function isCarried(route: RouteRow, piece: SinglePiece): boolean {
  return findCarriageRefusal(route, piece) === null;
}
