import type { PhotoRequest } from "./renderer.ts";
import { loadSharp } from "./sharp.ts";

/** Phones take photos of 12 to 24 megapixels by default. */
const MAX_PHOTO_PIXELS = 32_000_000;
/** Decoding a progressive JPEG needs six bytes of memory per pixel, even if the result is smaller. */
const MAX_PROGRESSIVE_PIXELS = 16_000_000;
const QUALITY = 84;
const TIMEOUT_SECONDS = 20;

export class TooManyPixelsError extends Error {
  override name = "TooManyPixelsError";
  readonly max: number;

  constructor(max: number) {
    super(`more than ${max} pixels`);
    this.max = max;
  }
}

/**
 * Re-encodes a photo: rotated by its EXIF orientation, at most `longestSide` pixels on the longer side, in sRGB,
 * without metadata. Runs in the renderer's process, since the file is untrusted.
 * @returns a JPEG
 * @throws TooManyPixelsError
 * @throws Error if the photo cannot be decoded
 */
export async function reencodePhoto({ content, longestSide }: PhotoRequest): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const { width, height, isProgressive } = await sharp(content).metadata();
  const max = isProgressive ? MAX_PROGRESSIVE_PIXELS : MAX_PHOTO_PIXELS;
  if (width * height > max) throw new TooManyPixelsError(max);
  return sharp(content, { limitInputPixels: MAX_PHOTO_PIXELS })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .timeout({ seconds: TIMEOUT_SECONDS })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
}
