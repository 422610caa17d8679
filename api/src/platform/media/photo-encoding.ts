import type { Sharp } from "sharp";
import type { CropArea, PhotoRequest } from "./renderer.ts";
import { loadSharp } from "./sharp.ts";

/** Phones take photos of 12 to 24 megapixels by default. */
const MAX_PHOTO_PIXELS = 32_000_000;
/** Decoding a progressive JPEG needs six bytes of memory per pixel, even if the result is smaller. */
const MAX_PROGRESSIVE_PIXELS = 16_000_000;
const TIMEOUT_SECONDS = 20;

export class TooManyPixelsError extends Error {
  override name = "TooManyPixelsError";
  readonly max: number;

  constructor(max: number) {
    super(`more than ${max} pixels`);
    this.max = max;
  }
}

/** Twice the natural size of an SVG, in dots per inch, like its sizes in the store (`validateImage`). */
const SVG_DENSITY = 144;

/**
 * Re-encodes a photo: rotated by its EXIF orientation, cropped, at most `longestSide` pixels on the longer side, in sRGB,
 * without metadata. Runs in the renderer's process, since the file is untrusted.
 * @returns a JPEG
 * @throws TooManyPixelsError
 * @throws Error if the photo cannot be decoded
 */
export async function reencodePhoto({ content, longestSide, quality, crop }: PhotoRequest): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const { width, height, isProgressive, format } = await sharp(content).metadata();
  const max = isProgressive ? MAX_PROGRESSIVE_PIXELS : MAX_PHOTO_PIXELS;
  if (width * height > max) throw new TooManyPixelsError(max);
  const options = { limitInputPixels: MAX_PHOTO_PIXELS, ...(format === "svg" ? { density: SVG_DENSITY } : {}) };
  const photo = sharp(content, options).autoOrient();
  const { autoOrient: size } = await sharp(content, options).metadata();
  return (crop ? await cropPhoto(photo, size, { crop, longestSide }) : photo)
    .resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .timeout({ seconds: TIMEOUT_SECONDS })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer();
}

type Size = { width: number; height: number };

/**
 * Crops a photo. Where the area exceeds the photo, the pixels of its edges are repeated. The photo is reduced before, so
 * that the longest side of the part needs no more memory than it is stored with.
 */
async function cropPhoto(
  photo: Sharp,
  size: Size,
  { crop: { left, top, width, height }, longestSide }: { crop: CropArea; longestSide: number },
): Promise<Sharp> {
  const sharp = await loadSharp();
  const scale = Math.min(1, longestSide / Math.max(width * size.width, height * size.height));
  const { data, info } = await photo
    .resize({ width: Math.max(1, Math.round(scale * size.width)) })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const area = {
    left: Math.round(left * info.width),
    top: Math.round(top * info.height),
    right: Math.round((left + width) * info.width),
    bottom: Math.round((top + height) * info.height),
  };
  const inner = {
    left: clamp(area.left, 0, info.width - 1),
    top: clamp(area.top, 0, info.height - 1),
    right: clamp(area.right, 1, info.width),
    bottom: clamp(area.bottom, 1, info.height),
  };
  const cropped = await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .extract({
      ...{ left: inner.left, top: inner.top },
      width: Math.max(1, inner.right - inner.left),
      height: Math.max(1, inner.bottom - inner.top),
    })
    .extend({
      left: Math.max(0, -area.left),
      top: Math.max(0, -area.top),
      right: Math.max(0, area.right - info.width),
      bottom: Math.max(0, area.bottom - info.height),
      extendWith: "copy",
    })
    // Encoded losslessly, since a further step of the same pipeline would be applied before the extension.
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(cropped);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
