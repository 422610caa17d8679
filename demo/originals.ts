import type { Tx } from "../api/src/platform/db.ts";
import { storeOriginals, type StoredOriginal } from "../api/src/platform/media-originals.ts";
import type { Picture } from "./packs.ts";

const PICTURES_AT_ONCE = 200;

export type Originals = {
  /** Draws and keeps the pictures that were not kept before. */
  keep(db: Tx, pictures: Picture[]): Promise<void>;
  /** A picture that was kept before. */
  of(picture: Picture): StoredOriginal;
  count(): { pictures: number; bytes: number };
};

/** The pictures of this run: what shows the same is drawn and kept once. */
export function collectOriginals(mediaDir: string): Originals {
  const kept = new Map<string, StoredOriginal>();
  let bytes = 0;
  return {
    keep: async (db, pictures) => {
      const fresh = [...new Map(pictures.filter(({ key }) => !kept.has(key)).map((one) => [one.key, one])).values()];
      for (let from = 0; from < fresh.length; from += PICTURES_AT_ONCE) {
        const part = fresh.slice(from, from + PICTURES_AT_ONCE);
        const drawings = part.map((one) => {
          const svg = one.draw();
          return { content: Buffer.from(svg), mime: "image/svg+xml" as const, drawn: naturalSize(svg) };
        });
        const stored = await storeOriginals(db, mediaDir, drawings);
        part.forEach((one, at) => {
          const original = stored[at];
          if (original) kept.set(one.key, original);
        });
        bytes += drawings.reduce((sum, { content }) => sum + content.length, 0);
      }
    },
    of: ({ key }) => {
      const original = kept.get(key);
      if (!original) throw new Error(`the picture was not kept: ${key}`);
      return original;
    },
    count: () => ({ pictures: kept.size, bytes }),
  };
}

/** What a drawing says of itself in its first line. */
function naturalSize(svg: string): { width: number; height: number } {
  const [, width, height] = /^<svg [^>]*\bwidth="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  if (!width || !height) throw new Error(`a drawing without a size: ${svg.slice(0, 120)}`);
  return { width: Number(width), height: Number(height) };
}
