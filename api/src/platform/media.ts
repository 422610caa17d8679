/**
 * Addresses of pictures. An original is known by its key, the beginning of the hash of its content; a size of it is
 * `/media/{key}-{width}.{format}` and never changes, so it may be kept for ever.
 */

/** Widths in pixels that a picture is offered in: 160 to 800 for cards and galleries, the rest for banners. */
export const mediaWidths = [160, 320, 480, 640, 800, 1200, 1600, 2000] as const;
export type MediaWidth = (typeof mediaWidths)[number];

export const mediaFormats = ["avif", "webp", "jpg"] as const;
export type MediaFormat = (typeof mediaFormats)[number];

export const mediaTypes: Record<MediaFormat, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** One size of one picture. */
export type MediaSize = { key: string; width: MediaWidth; format: MediaFormat };

/** An original as the `media` table knows it: `width` is the largest at which it is worth showing. */
export type MediaOriginal = { key: string; width: number; height: number };

const FALLBACK_WIDTH = 640;

export function mediaAddress(key: string, width: MediaWidth, format: MediaFormat): string {
  return `/media/${mediaFileName({ key, width, format })}`;
}

export function mediaFileName({ key, width, format }: MediaSize): string {
  return `${key}-${width}.${format}`;
}

/** What a file name asks for, or null where no size is called so. Nothing but such a name ever becomes a path. */
export function readMediaFileName(name: string): MediaSize | null {
  const [, key, digits, ending] = /^([0-9a-f]{24})-([1-9]\d{2,3})\.([a-z]{3,4})$/.exec(name) ?? [];
  const width = mediaWidths.find((known) => String(known) === digits);
  const format = mediaFormats.find((known) => known === ending);
  return key === undefined || width === undefined || format === undefined ? null : { key, width, format };
}

/** The widths that a picture is offered in: never wider than itself, at least one. */
export function widthsOf(original: Pick<MediaOriginal, "width">): MediaWidth[] {
  return mediaWidths.filter((width, index) => index === 0 || width <= original.width);
}

/**
 * The addresses of a picture on the wire: `src` for what knows no better than JPEG, then WebP, then AVIF.
 * @param wanted the widths that this place of the page may need; the widest of the picture where it has none of them.
 */
export function addressesOf(
  { key, width }: Pick<MediaOriginal, "key" | "width">,
  wanted: readonly MediaWidth[] = mediaWidths,
): { src: string; srcset: string; srcset_avif: string } {
  const offered = widthsOf({ width });
  const fitting = offered.filter((width) => wanted.includes(width));
  const widths = fitting.length > 0 ? fitting : offered.slice(-1);
  const fallback = widths.findLast((width) => width <= FALLBACK_WIDTH) ?? widths[0] ?? mediaWidths[0];
  const set = (format: MediaFormat) =>
    widths.map((width) => `${mediaAddress(key, width, format)} ${width}w`).join(", ");
  return { src: mediaAddress(key, fallback, "jpg"), srcset: set("webp"), srcset_avif: set("avif") };
}
