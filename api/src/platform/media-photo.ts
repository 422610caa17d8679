import type { PhotoOrder } from "./media-renderer.ts";
import { pictureTool } from "./picture-tool.ts";

/** Phones take 12 to 24 megapixels by default. */
const PHOTO_LIMIT_PIXELS = 32_000_000;
/** Decoding a progressive JPEG keeps all coefficients in memory: six bytes for each pixel, before any reduction. */
const PROGRESSIVE_LIMIT_PIXELS = 16_000_000;
const QUALITY = 84;
const TIMEOUT_SECONDS = 20;

export class TooManyPixels extends Error {
  override name = "TooManyPixels";
  readonly max: number;

  constructor(max: number) {
    super(`more than ${max} pixels`);
    this.max = max;
  }
}

/**
 * The picture alone: upright, at most `longestSide` pixels on its longer side, sRGB, without metadata.
 * Runs in the renderer's process, since the file comes from a stranger.
 * @throws TooManyPixels, Error if the picture cannot be decoded
 */
export async function reencodePhoto({ content, longestSide }: PhotoOrder): Promise<Uint8Array> {
  const sharp = await pictureTool();
  const { width, height, isProgressive } = await sharp(content).metadata();
  const max = isProgressive ? PROGRESSIVE_LIMIT_PIXELS : PHOTO_LIMIT_PIXELS;
  if (width * height > max) throw new TooManyPixels(max);
  return sharp(content, { limitInputPixels: PHOTO_LIMIT_PIXELS })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .timeout({ seconds: TIMEOUT_SECONDS })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}
