import type { Picture } from "@furoshiki/api/content";

/** An image as it is sent with a page: the URLs of all its sizes are derived from its key. */
export type ImageKey = Pick<Picture, "key" | "width" | "height">;
export type ImageSources = Pick<Picture, "src" | "srcset" | "srcset_avif">;

/** Picks the fields of an image that are sent with a page. */
export function pickImageKey({ key, width, height }: ImageKey): ImageKey {
  return { key, width, height };
}

/** The maximum width, in pixels, for browsers that do not support `srcset`. */
const MAX_FALLBACK_WIDTH = 640;

/**
 * Returns the URLs of an image: the source sets and a fallback for browsers without `srcset`.
 * @param widths candidates in pixels, ascending; those wider than the image are left out, except the first
 */
export function getImageSources(
  { key, width }: Pick<ImageKey, "key" | "width">,
  widths: readonly number[],
): ImageSources {
  const [smallest = MAX_FALLBACK_WIDTH, ...larger] = widths;
  const availableWidths = [smallest, ...larger.filter((candidate) => candidate <= width)];
  const createSrcset = (format: string) =>
    availableWidths.map((candidate) => `/media/${key}-${candidate}.${format} ${candidate}w`).join(", ");
  const fallbackWidth = availableWidths.findLast((candidate) => candidate <= MAX_FALLBACK_WIDTH) ?? smallest;
  return { src: `/media/${key}-${fallbackWidth}.jpg`, srcset: createSrcset("webp"), srcset_avif: createSrcset("avif") };
}
