import type { Picture } from "./schema.ts";

export type MediaRow = { key: string; width: number; height: number };

const WIDTHS = [320, 480, 640, 800, 1200, 1600, 2000];
/** Widths of a picture in a grid of cards; more would only lengthen every list. */
const CARD_WIDTHS = [320, 640];

/** A stored original as the storefront shows it: its sizes, its own measure, its words. */
export function pictureOf(media: MediaRow, alt: string): Picture {
  return picture(
    media,
    alt,
    WIDTHS.filter((width) => width <= media.width),
  );
}

/** The same for a grid of cards, with the two widths that a card needs. */
export function cardPictureOf(media: MediaRow, alt: string): Picture {
  return picture(media, alt, CARD_WIDTHS);
}

function picture({ key, width, height }: MediaRow, alt: string, widths: number[]): Picture {
  const set = (format: string) => widths.map((w) => `/media/${key}-${w}.${format} ${w}w`).join(", ");
  return {
    key,
    src: `/media/${key}-${widths[widths.length >> 1] ?? 320}.jpg`,
    srcset: set("webp"),
    srcset_avif: set("avif"),
    width,
    height,
    alt,
  };
}
