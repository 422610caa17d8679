import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import sharp, { type Sharp } from "sharp";
import { type MediaFormat, getAvailableWidths } from "./image-urls.ts";
import { validateImage, InvalidImageError, MAX_ORIGINAL_PIXELS } from "./image-validation.ts";
import { getMediaKey } from "./media-key.ts";
import { reencodePhoto, TooManyPixelsError } from "./photo-encoding.ts";
import type { RenderRequest, RenderedFormats, RendererMessage, RendererReply } from "./renderer.ts";

/** The process that renders images, see `openRenderer`. It ends when its parent process ends. */

const RENDER_TIMEOUT_SECONDS = 20;
// With this niceness, page requests get three times the CPU share of images.
const NICENESS = 5;
const memoryLimitBytes = Number(process.argv[2]);
const MEMORY_CHECK_MS = 50;

sharp.cache(false);
// Two requests run at once; more threads for each would not make them faster.
sharp.concurrency(1);
setPriority(NICENESS);

// Ctrl+C reaches every process of the terminal, but the parent process decides when this one ends.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));
process.on("message", (request: RendererMessage) => {
  const { id } = request;
  void ("image" in request ? renderImage(request.image) : reencodePhoto(request.photo)).then(
    (result) => reply({ id, result }),
    (error: unknown) =>
      reply({
        id,
        errorMessage: error instanceof Error ? error.message : String(error),
        isDamaged: !(error instanceof TooNarrowError),
        maxPixels: error instanceof TooManyPixelsError ? error.max : undefined,
      }),
  );
});
// The image library uses its own threads and allocates memory outside of the JavaScript heap, so only the process as a
// whole can be limited.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimitBytes) process.exit(1);
}, MEMORY_CHECK_MS).unref();

class TooNarrowError extends Error {}

function reply(message: RendererReply): void {
  if (process.connected) process.send?.(message);
}

async function renderImage(request: RenderRequest): Promise<RenderedFormats> {
  const content = typeof request.source === "string" ? await readFile(request.source) : request.source;
  if (getMediaKey(content) !== request.key) throw new InvalidImageError("the content of its file has changed");
  const size = await validateImage(content, request.mime);
  if (!getAvailableWidths(size).includes(request.width))
    throw new TooNarrowError(`it is only ${size.width} pixels wide`);
  const { data, info } = await sharp(content, { limitInputPixels: MAX_ORIGINAL_PIXELS })
    .autoOrient()
    .resize({ width: request.width, withoutEnlargement: request.mime !== "image/svg+xml" })
    .toColourspace("srgb")
    .ensureAlpha()
    .timeout({ seconds: RENDER_TIMEOUT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 4 as const };
  const hasAlpha = !isOpaque(data);
  const result: RenderedFormats = {};
  for (const format of request.formats) {
    const pixels = sharp(data, { raw });
    const image = hasAlpha ? pixels : pixels.removeAlpha();
    result[format] = await encoders[format](image, request.isHighEffort).toBuffer();
  }
  return result;
}

/**
 * Encoding efforts are those beyond which more time saves few bytes. AVIF of a product photo, 640 pixels wide: effort 1
 * takes 40 ms for 6.6 KB, effort 3 takes three times as long for 10 % less, effort 4 ten times as long for 17 % less.
 */
const encoders: Record<MediaFormat, (image: Sharp, isHighEffort: boolean) => Sharp> = {
  avif: (image, isHighEffort) => image.avif({ quality: 50, effort: isHighEffort ? 3 : 1 }),
  webp: (image) => image.webp({ quality: 78, effort: 4 }),
  jpg: (image) => image.flatten({ background: "#ffffff" }).jpeg({ quality: 80, mozjpeg: true }),
};

/**
 * Returns whether every pixel is opaque. A rendered SVG always has an alpha channel, which is removed if it is not
 * used.
 */
function isOpaque(rgba: Uint8Array): boolean {
  for (let index = 3; index < rgba.length; index += 4) if (rgba[index] !== 255) return false;
  return true;
}
