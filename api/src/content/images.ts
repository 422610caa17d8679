import { getImageSources, type MediaOriginal, type MediaWidth } from "../platform/media/image-urls.ts";
import type { Picture } from "./schema.ts";

export type MediaRow = MediaOriginal;

/** Widths of a picture in a grid of cards; more would only make every list longer. */
const CARD_IMAGE_WIDTHS: MediaWidth[] = [320, 640];

/** Returns an original as the storefront shows it: URLs of its sizes, dimensions and alternative text. */
export function serializeImage({ key, width, height }: MediaRow, alt: string): Picture {
  return { key, ...getImageSources({ key, width }), width, height, alt };
}

/** The same for a grid of cards, with only the two widths that a card needs. */
export function serializeCardImage({ key, width, height }: MediaRow, alt: string): Picture {
  return { key, ...getImageSources({ key, width }, CARD_IMAGE_WIDTHS), width, height, alt };
}
