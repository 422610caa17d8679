import {
  type MediaFormat,
  type MediaOriginal,
  type MediaSize,
  type MediaWidth,
  getAvailableWidths,
} from "./image-urls.ts";
import type { ImageSizes } from "./image-sizes.ts";

/**
 * Renders images before they are requested: all originals in the first width, then all in the second, and so on, so
 * that listings are ready before galleries. Existing files are skipped, so it can be stopped and started again.
 * Requested images have priority.
 * @returns the number of rendered files; it stops early if `signal` is aborted or files cannot be stored
 */
export async function warmImageCache(
  sizes: Pick<ImageSizes, "prerender">,
  originals: readonly Pick<MediaOriginal, "key" | "width">[],
  options: {
    widths: readonly MediaWidth[];
    /** Defaults to AVIF and WebP, which all current browsers request. */
    formats?: readonly MediaFormat[];
    /** Returns whether a size was stored when the rendering began; by default each is looked up. */
    isStored?: (size: MediaSize) => boolean;
    /** Resolves when there is time for the next image; called after each rendered one. */
    waitUntilIdle?: () => Promise<void>;
    signal: AbortSignal;
  },
): Promise<number> {
  const {
    widths,
    formats = ["avif", "webp"],
    isStored = () => false,
    waitUntilIdle = async () => {},
    signal,
  } = options;
  let fileCount = 0;
  for (const width of widths) {
    for (const original of originals) {
      if (signal.aborted) return fileCount;
      if (!getAvailableWidths(original).includes(width)) continue;
      if (formats.every((format) => isStored({ key: original.key, width, format }))) continue;
      const renderedCount = await sizes.prerender({ key: original.key, width }, formats);
      if (renderedCount === null) return fileCount;
      fileCount += renderedCount;
      if (renderedCount > 0) await waitUntilIdle();
    }
  }
  return fileCount;
}
