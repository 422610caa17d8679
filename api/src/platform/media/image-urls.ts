/**
 * Image URLs. An original is identified by its key, the beginning of the hash of its content. A size of it is at
 * `/media/{key}-{width}.{format}` and never changes, so it can be cached forever.
 */

/** Supported widths in pixels: 160 to 800 for cards and galleries, larger ones for banners. */
export const mediaWidths = [160, 320, 480, 640, 800, 1200, 1600, 2000] as const;
export type MediaWidth = (typeof mediaWidths)[number];

export const mediaFormats = ["avif", "webp", "jpg"] as const;
export type MediaFormat = (typeof mediaFormats)[number];

export const mediaTypes: Record<MediaFormat, string> = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };

/** One size of an image. */
export type MediaSize = { key: string; width: MediaWidth; format: MediaFormat };

/** A row of the `media` table. `width` is the largest width at which the image should be shown. */
export type MediaOriginal = { key: string; width: number; height: number };

const FALLBACK_WIDTH = 640;

export function getMediaPath(key: string, width: MediaWidth, format: MediaFormat): string {
  return `/media/${getMediaFileName({ key, width, format })}`;
}

export function getMediaFileName({ key, width, format }: MediaSize): string {
  return `${key}-${width}.${format}`;
}

/** Parses the file name of an image size; null if it is not one. Only names that pass are ever used in a file path. */
export function parseMediaFileName(name: string): MediaSize | null {
  const [, key, digits, extension] = /^([0-9a-f]{24})-([1-9]\d{2,3})\.([a-z]{3,4})$/.exec(name) ?? [];
  const width = mediaWidths.find((candidate) => String(candidate) === digits);
  const format = mediaFormats.find((candidate) => candidate === extension);
  return key === undefined || width === undefined || format === undefined ? null : { key, width, format };
}

/** Returns the widths that an image is available in: none larger than the image, and at least one. */
export function getAvailableWidths(original: Pick<MediaOriginal, "width">): MediaWidth[] {
  return mediaWidths.filter((width, index) => index === 0 || width <= original.width);
}

/**
 * Returns the image sources of the API: `src` is a JPEG for old browsers, `srcset` has WebP, `srcset_avif` AVIF.
 * @param requestedWidths the widths that the place on the page may need; if the image has none of them, its largest is used
 */
export function getImageSources(
  { key, width }: Pick<MediaOriginal, "key" | "width">,
  requestedWidths: readonly MediaWidth[] = mediaWidths,
): { src: string; srcset: string; srcset_avif: string } {
  const available = getAvailableWidths({ width });
  const matching = available.filter((width) => requestedWidths.includes(width));
  const widths = matching.length > 0 ? matching : available.slice(-1);
  const fallback = widths.findLast((width) => width <= FALLBACK_WIDTH) ?? widths[0] ?? mediaWidths[0];
  const formatSrcset = (format: MediaFormat) =>
    widths.map((width) => `${getMediaPath(key, width, format)} ${width}w`).join(", ");
  return { src: getMediaPath(key, fallback, "jpg"), srcset: formatSrcset("webp"), srcset_avif: formatSrcset("avif") };
}
