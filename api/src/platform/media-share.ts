import { join } from "node:path";
import sharp from "sharp";
import { mediaWidths } from "./media.ts";
import { readIfThere, writeWhole } from "./media-files.ts";
import type { Found, Sizes } from "./media-sizes.ts";

/** What messengers and networks show of a link, in pixels. */
const SHARE = { width: 1200, height: 630 };
/** The widest of these that there is is enough for its height. */
const ENOUGH_WIDTH = 640;
const QUALITY = 82;

const shareName = /^([0-9a-f]{24})-share\.jpg$/;

/** The key of the picture whose share picture a file name asks for, or null where no such one is called so. */
export function readShareName(name: string): string | null {
  return shareName.exec(name)?.[1] ?? null;
}

export function sharePath(mediaDir: string, key: string): string {
  return join(mediaDir, "sizes", key.slice(0, 2), `${key}-share.jpg`);
}

/**
 * A picture as it is shared: whole, in the middle of a wide sheet of its own ground. Made when it is first asked for and
 * kept beside the sizes.
 */
export async function findShare(sizes: Pick<Sizes, "find">, mediaDir: string, key: string): Promise<Found> {
  const kept = await readIfThere(sharePath(mediaDir, key));
  if (kept && kept.length > 0) return kept;
  for (const width of mediaWidths.filter((one) => one <= ENOUGH_WIDTH).toReversed()) {
    const picture = await sizes.find({ key, width, format: "jpg" });
    if (picture === "busy") return "busy";
    if (picture === "missing") continue;
    const made = await onItsGround(picture);
    // Not kept, it is made again.
    await writeWhole(sharePath(mediaDir, key), made, { durable: false }).catch(() => undefined);
    return made;
  }
  return "missing";
}

async function onItsGround(picture: Buffer<ArrayBuffer>): Promise<Buffer<ArrayBuffer>> {
  const corner = await sharp(picture).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  const [r = 255, g = 255, b = 255] = corner;
  const made = await sharp(picture)
    .resize({ ...SHARE, fit: "contain", background: { r, g, b } })
    .jpeg({ quality: QUALITY, mozjpeg: true })
    .toBuffer();
  return Buffer.from(made);
}
