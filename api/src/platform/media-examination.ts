import type { OriginalMime } from "./media-files.ts";
import { pictureTool } from "./picture-tool.ts";

const formatNames = { "image/svg+xml": "svg", "image/jpeg": "jpeg", "image/png": "png", "image/webp": "webp" } as const;

/** More than any camera gives; a picture that claims more is not opened. */
export const ORIGINAL_LIMIT_PIXELS = 50_000_000;

// A drawing has no pixels of its own: it stays sharp beyond its natural size, and screens of double density show it so.
const DRAWING_ENLARGEMENT = 2;

/** The content is not the picture that it is said to be. */
export class NotAPicture extends Error {
  override name = "NotAPicture";
}

/**
 * Opens a picture and measures it, as it is to be looked at (turned by its orientation), in pixels.
 * A drawing counts as twice its natural size.
 * @throws NotAPicture where it is broken, too large or of another type than it is said to be.
 */
export async function examine(content: Uint8Array, mime: OriginalMime): Promise<{ width: number; height: number }> {
  const found = await opened(content).catch((error: unknown) => {
    throw new NotAPicture(
      `not a picture that can be opened: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  if (found.format !== formatNames[mime]) throw new NotAPicture(`said to be ${mime}, but is ${found.format}`);
  const { width, height } = found.autoOrient;
  if (width * height > ORIGINAL_LIMIT_PIXELS) throw new NotAPicture(`${width} x ${height} pixels are too many`);
  return mime === "image/svg+xml" ? sizeOfDrawing({ width, height }) : { width, height };
}

/** How large a drawing of a natural size counts, in pixels. */
export function sizeOfDrawing({ width, height }: { width: number; height: number }): { width: number; height: number } {
  return { width: Math.round(width * DRAWING_ENLARGEMENT), height: Math.round(height * DRAWING_ENLARGEMENT) };
}

async function opened(content: Uint8Array) {
  const sharp = await pictureTool();
  return sharp(content, { limitInputPixels: ORIGINAL_LIMIT_PIXELS }).metadata();
}
