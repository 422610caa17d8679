import type { Tx } from "../api/src/platform/db/database.ts";
import type { FileStorage } from "../api/src/platform/file-storage/file-storage.ts";
import { storeOriginals, type StoredOriginal } from "../api/src/platform/media/originals.ts";
import type { Picture } from "./products/pictures.ts";

const BATCH_SIZE = 200;

/** The original pictures that this run has stored. */
export type Originals = {
  /** Draws and stores the pictures that were not stored before. */
  storeMissing(db: Tx, pictures: Picture[]): Promise<void>;
  /**
   * Returns the original of a stored picture.
   * @throws Error if the picture was not stored.
   */
  get(picture: Picture): StoredOriginal;
  /** Returns the number of stored pictures and their total size. */
  count(): { pictures: number; bytes: number };
};

/** Creates the store of originals for this run. Pictures with the same key are drawn and stored once. */
export function createOriginals(files: FileStorage): Originals {
  const originalsByKey = new Map<string, StoredOriginal>();
  let bytes = 0;
  return {
    storeMissing: async (db, pictures) => {
      const missing = [
        ...new Map(pictures.filter(({ key }) => !originalsByKey.has(key)).map((one) => [one.key, one])).values(),
      ];
      for (let from = 0; from < missing.length; from += BATCH_SIZE) {
        const batch = missing.slice(from, from + BATCH_SIZE);
        const drawings = batch.map((one) => {
          const svg = one.draw();
          return { content: Buffer.from(svg), mime: "image/svg+xml" as const, svgSize: parseSvgSize(svg) };
        });
        const stored = await storeOriginals(db, files, drawings);
        batch.forEach((one, index) => {
          const original = stored[index];
          if (original) originalsByKey.set(one.key, original);
        });
        bytes += drawings.reduce((sum, { content }) => sum + content.length, 0);
      }
    },
    get: ({ key }) => {
      const original = originalsByKey.get(key);
      if (!original) throw new Error(`the picture was not stored: ${key}`);
      return original;
    },
    count: () => ({ pictures: originalsByKey.size, bytes }),
  };
}

/** Reads width and height from the root element of an SVG. */
function parseSvgSize(svg: string): { width: number; height: number } {
  const [, width, height] = /^<svg [^>]*\bwidth="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  if (!width || !height) throw new Error(`SVG without width and height: ${svg.slice(0, 120)}`);
  return { width: Number(width), height: Number(height) };
}
