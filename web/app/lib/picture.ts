import type { Picture } from "@furoshiki/api/content";

/** A picture as it travels with a page: the addresses of all its sizes follow from its key. */
export type PictureKey = Pick<Picture, "key" | "width" | "height">;
export type PictureSources = Pick<Picture, "src" | "srcset" | "srcset_avif">;

export function pictureKey({ key, width, height }: PictureKey): PictureKey {
  return { key, width, height };
}

/** What a browser that reads no `srcset` gets is not wider than this. */
const PLAIN_WIDTH = 640;

/** The addresses of a picture. @param widths in pixels that its place may need; none is wider than the picture itself. */
export function sourcesOf(
  { key, width }: Pick<PictureKey, "key" | "width">,
  widths: readonly number[],
): PictureSources {
  const [least = PLAIN_WIDTH, ...wider] = widths;
  const offered = [least, ...wider.filter((one) => one <= width)];
  const set = (format: string) => offered.map((one) => `/media/${key}-${one}.${format} ${one}w`).join(", ");
  const plain = offered.findLast((one) => one <= PLAIN_WIDTH) ?? least;
  return { src: `/media/${key}-${plain}.jpg`, srcset: set("webp"), srcset_avif: set("avif") };
}
