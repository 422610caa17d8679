import type { OriginalMime } from "./storage.ts";
import { loadSharp } from "./sharp.ts";

const formatNames = { "image/svg+xml": "svg", "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const;

/** Maximum size of an image, more than cameras produce; larger ones are not opened (decompression bombs). */
export const MAX_ORIGINAL_PIXELS = 50_000_000;

/** An SVG stays sharp beyond its natural size, so it is served at up to twice that size for high-density screens. */
const SVG_SCALE = 2;

/** The content is not a valid image of the declared type. */
export class InvalidImageError extends Error {
  override name = "InvalidImageError";
}

/**
 * Opens an image and returns its size in pixels after applying the EXIF orientation. An SVG has twice its natural size.
 * @throws InvalidImageError if it is damaged, too large or of another type
 */
export async function validateImage(
  content: Uint8Array,
  mime: OriginalMime,
): Promise<{ width: number; height: number }> {
  const metadata = await readMetadata(content).catch((error: unknown) => {
    throw new InvalidImageError(
      `not an image that can be opened: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  if (metadata.format !== formatNames[mime])
    throw new InvalidImageError(`declared as ${mime}, but is ${metadata.format}`);
  const { width, height } = metadata.autoOrient;
  if (width * height > MAX_ORIGINAL_PIXELS) throw new InvalidImageError(`${width} x ${height} pixels are too many`);
  return mime === "image/svg+xml" ? getSvgPixelSize({ width, height }) : { width, height };
}

/** Returns the pixel size of an SVG with a natural size. */
export function getSvgPixelSize({ width, height }: { width: number; height: number }): {
  width: number;
  height: number;
} {
  return { width: Math.round(width * SVG_SCALE), height: Math.round(height * SVG_SCALE) };
}

async function readMetadata(content: Uint8Array) {
  const sharp = await loadSharp();
  return sharp(content, { limitInputPixels: MAX_ORIGINAL_PIXELS }).metadata();
}
