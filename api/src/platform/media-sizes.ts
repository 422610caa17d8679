import { access } from "node:fs/promises";
import type { Log } from "./log.ts";
import { mediaFileName, type MediaFormat, type MediaSize } from "./media.ts";
import { findOriginal, readIfThere, sizePath, writeWhole } from "./media-files.ts";
import { type Lane, openQueue } from "./media-queue.ts";
import { CannotRender, openRenderer, type Renderer, RendererLost } from "./media-renderer.ts";

export type Picture = Buffer<ArrayBuffer>;

/** `missing`: there is no such picture, or it is broken. `busy`: too many wait already; ask again in a moment. */
export type Found = Picture | "missing" | "busy";

export type Sizes = {
  /** One size of a picture: from the disk, or rendered now and kept. */
  find(size: MediaSize): Promise<Found>;
  /**
   * Renders what is not there yet of one width, when nobody waits for a picture.
   * Answers how many files were made; null where they could not be kept.
   */
  prepare(size: Omit<MediaSize, "format">, formats: readonly MediaFormat[]): Promise<number | null>;
  /** Ends the renderer. */
  close(): Promise<void>;
};

const AT_ONCE = 2;
const WAITING_LIMIT = 300;
const IMPOSSIBLE_REMEMBERED = 1000;

/**
 * The sizes of the originals in `mediaDir`, made when they are first asked for and kept in `mediaDir/sizes`, which may
 * be emptied at any time.
 */
export function openSizes({
  mediaDir,
  log,
  renderer = openRenderer(),
}: {
  mediaDir: string;
  log: Log;
  renderer?: Pick<Renderer, "render" | "close">;
}): Sizes {
  const queue = openQueue(AT_ONCE);
  const underWay = new Map<string, Promise<Found>>();
  const impossible = new Set<string>();
  let keeping = true;
  let closed = false;

  const render = async (
    { key, width }: Omit<MediaSize, "format">,
    formats: MediaFormat[],
    lane: Lane,
  ): Promise<Partial<Record<MediaFormat, Picture>> | "missing" | "busy"> => {
    const name = `${key}-${width}`;
    if (impossible.has(name)) return "missing";
    const original = await findOriginal(mediaDir, key);
    if (!original) return "missing";
    const order = { ...original, key, width, formats, careful: lane === "ahead" };
    try {
      return await renderer.render(order).catch((error: unknown) => {
        if (error instanceof RendererLost) return renderer.render(order);
        throw error;
      });
    } catch (error) {
      if (error instanceof CannotRender) {
        // Originals never change, so what failed once fails again: told once, and not tried at every page view.
        if (impossible.size >= IMPOSSIBLE_REMEMBERED) impossible.clear();
        impossible.add(name);
        if (error.broken) log.error("a picture cannot be rendered", error.message, { key, width });
        return "missing";
      }
      if (!(error instanceof RendererLost)) throw error;
      if (!closed) log.error("the picture renderer failed twice", error.message, { key, width });
      return "busy";
    }
  };

  /** Told when it begins and when it is over, not for every picture in between. */
  const keep = async (size: MediaSize, picture: Picture): Promise<boolean> => {
    try {
      await writeWhole(sizePath(mediaDir, size), picture, { durable: false });
      if (!keeping) log.info("pictures are kept again");
      keeping = true;
    } catch (error) {
      if (keeping) log.error("pictures cannot be kept", error instanceof Error ? error.message : error);
      keeping = false;
    }
    return keeping;
  };

  const make = async (size: MediaSize): Promise<Found> => {
    const made = await queue.run("asked", () => render(size, [size.format], "asked"));
    if (typeof made === "string") return made;
    const picture = made[size.format];
    if (!picture) throw new Error(`the renderer made no ${size.format}`);
    await keep(size, picture);
    return picture;
  };

  return {
    find: async (size) => {
      const kept = await readIfThere(sizePath(mediaDir, size));
      // A power cut may leave an empty file under a good name.
      if (kept && kept.length > 0) return kept;
      const name = mediaFileName(size);
      const shared = underWay.get(name);
      if (shared) return shared;
      if (queue.waiting() >= WAITING_LIMIT) return "busy";
      const making = make(size).finally(() => underWay.delete(name));
      underWay.set(name, making);
      return making;
    },

    prepare: (size, formats) =>
      queue.run("ahead", async () => {
        const absent = await absentFormats(mediaDir, size, formats);
        if (absent.length === 0) return 0;
        const made = await render(size, absent, "ahead");
        if (typeof made === "string") return 0;
        for (const format of absent) {
          const picture = made[format];
          if (picture && !(await keep({ ...size, format }, picture))) return null;
        }
        return absent.length;
      }),

    close: () => {
      closed = true;
      return renderer.close();
    },
  };
}

async function absentFormats(
  mediaDir: string,
  size: Omit<MediaSize, "format">,
  formats: readonly MediaFormat[],
): Promise<MediaFormat[]> {
  const there = await Promise.all(
    formats.map((format) =>
      access(sizePath(mediaDir, { ...size, format })).then(
        () => true,
        () => false,
      ),
    ),
  );
  return formats.filter((_, index) => !there[index]);
}
