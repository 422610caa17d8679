import { addressesOf, type MediaOriginal, type MediaWidth } from "../platform/media.ts";
import type { Picture } from "./schema.ts";

export type MediaRow = MediaOriginal;

/** Widths of a picture in a grid of cards; more would only lengthen every list. */
const CARD_WIDTHS: MediaWidth[] = [320, 640];

/** A stored original as the storefront shows it: its sizes, its own measure, its words. */
export function pictureOf({ key, width, height }: MediaRow, alt: string): Picture {
  return { key, ...addressesOf({ key, width }), width, height, alt };
}

/** The same for a grid of cards, with the two widths that a card needs. */
export function cardPictureOf({ key, width, height }: MediaRow, alt: string): Picture {
  return { key, ...addressesOf({ key, width }, CARD_WIDTHS), width, height, alt };
}
