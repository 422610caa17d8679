import { type MediaFormat, type MediaOriginal, type MediaWidth, widthsOf } from "./media.ts";
import type { Sizes } from "./media-sizes.ts";

/**
 * Makes pictures before anybody asks for them: all originals in the first width, then all in the second, and so on,
 * so the shelves are ready before the galleries. Whatever is there already is left alone, so it may be stopped at any
 * time and begun again. Somebody who asks for a picture meanwhile goes first.
 * @returns how many files were made; it ends early when `signal` says so or the disk takes no more.
 */
export async function warmPictures(
  sizes: Pick<Sizes, "prepare">,
  originals: readonly Pick<MediaOriginal, "key" | "width">[],
  options: {
    widths: readonly MediaWidth[];
    /** AVIF and WebP: what browsers of the last years ask for. */
    formats?: readonly MediaFormat[];
    /** After a picture was made, ends when there is time for the next one. */
    quiet?: () => Promise<void>;
    signal: AbortSignal;
  },
): Promise<number> {
  const { widths, formats = ["avif", "webp"], quiet = async () => {}, signal } = options;
  let made = 0;
  for (const width of widths) {
    for (const original of originals) {
      if (signal.aborted) return made;
      if (!widthsOf(original).includes(width)) continue;
      const now = await sizes.prepare({ key: original.key, width }, formats);
      if (now === null) return made;
      made += now;
      if (now > 0) await quiet();
    }
  }
  return made;
}
