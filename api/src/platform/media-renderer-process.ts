import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import sharp, { type Sharp } from "sharp";
import { type MediaFormat, widthsOf } from "./media.ts";
import { examine, NotAPicture, ORIGINAL_LIMIT_PIXELS } from "./media-examination.ts";
import { mediaKey } from "./media-key.ts";
import { reencodePhoto, TooManyPixels } from "./media-photo.ts";
import type { Order, Rendered, RendererRequest, Reply } from "./media-renderer.ts";

/** The process that renders pictures: see `openRenderer`. It ends with the process that started it. */

const RENDERING_LIMIT_SECONDS = 20;
// When the processors are busy, pages get three times the share of pictures.
const NICENESS = 5;
const memoryLimit = Number(process.argv[2]);
const MEMORY_CHECK_MS = 50;

sharp.cache(false);
// Two orders run at once; more threads for each would only take turns.
sharp.concurrency(1);
setPriority(NICENESS);

// Ctrl+C reaches every process of the terminal; the shop decides when this one ends.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));
process.on("message", (request: RendererRequest) => {
  const { id } = request;
  void ("size" in request ? rendered(request.size) : reencodePhoto(request.photo)).then(
    (result) => reply({ id, result }),
    (error: unknown) =>
      reply({
        id,
        refused: error instanceof Error ? error.message : String(error),
        broken: !(error instanceof TooNarrow),
        maxPixels: error instanceof TooManyPixels ? error.max : undefined,
      }),
  );
});
// The image library works in other threads and allocates outside of the JavaScript heap: only the process can be limited.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) process.exit(1);
}, MEMORY_CHECK_MS).unref();

class TooNarrow extends Error {}

function reply(message: Reply): void {
  if (process.connected) process.send?.(message);
}

async function rendered(order: Order): Promise<Rendered> {
  const content = await readFile(order.path);
  if (mediaKey(content) !== order.key) throw new NotAPicture("its content has changed");
  const size = await examine(content, order.mime);
  if (!widthsOf(size).includes(order.width)) throw new TooNarrow(`it is only ${size.width} pixels wide`);
  const { data, info } = await sharp(content, { limitInputPixels: ORIGINAL_LIMIT_PIXELS })
    .autoOrient()
    .resize({ width: order.width, withoutEnlargement: order.mime !== "image/svg+xml" })
    .toColourspace("srgb")
    .ensureAlpha()
    .timeout({ seconds: RENDERING_LIMIT_SECONDS })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 4 as const };
  const opaque = isOpaque(data);
  const result: Rendered = {};
  for (const format of order.formats) {
    const pixels = sharp(data, { raw });
    const flat = opaque ? pixels.removeAlpha() : pixels;
    result[format] = await encoders[format](flat, order.careful).toBuffer();
  }
  return result;
}

/**
 * Efforts stand where time stops buying bytes. AVIF of a pack, 640 pixels wide: effort 1 takes 40 ms for 6.6 KB,
 * effort 3 three times as long for a tenth less, effort 4 ten times as long for a sixth less.
 */
const encoders: Record<MediaFormat, (image: Sharp, careful: boolean) => Sharp> = {
  avif: (image, careful) => image.avif({ quality: 50, effort: careful ? 3 : 1 }),
  webp: (image) => image.webp({ quality: 78, effort: 4 }),
  jpg: (image) => image.flatten({ background: "#ffffff" }).jpeg({ quality: 80, mozjpeg: true }),
};

/** A drawing always comes with transparency; where it uses none, none is stored. */
function isOpaque(rgba: Uint8Array): boolean {
  for (let index = 3; index < rgba.length; index += 4) if (rgba[index] !== 255) return false;
  return true;
}
