import { getImageSources, type MediaOriginal, type MediaWidth } from "../platform/media/image-urls.ts";
import type { Picture } from "./schema.ts";

/** An original as queries return it. */
export type MediaRow = MediaOriginal;

/** Widths of an image in a grid of cards; more would only make the responses of lists larger. */
const CARD_IMAGE_WIDTHS: MediaWidth[] = [320, 640];

/** Widths of an image beside a name, of at most 160 pixels on screens of both densities. */
const THUMBNAIL_WIDTHS: MediaWidth[] = [160, 320];

/** Serializes an image: URLs of its sizes, dimensions in pixels and alternative text. */
export function serializeImage({ key, width, height }: MediaRow, alt: string): Picture {
  return { key, ...getImageSources({ key, width }), width, height, alt };
}

/** Serializes an image for a grid of cards, with only the widths that a card needs. */
export function serializeCardImage({ key, width, height }: MediaRow, alt: string): Picture {
  return { key, ...getImageSources({ key, width }, CARD_IMAGE_WIDTHS), width, height, alt };
}

/** Serializes an image that is shown beside a name in the back office, with only small widths. */
export function serializeThumbnail({ key, width, height }: MediaRow, alt: string): Picture {
  return { key, ...getImageSources({ key, width }, THUMBNAIL_WIDTHS), width, height, alt };
}
