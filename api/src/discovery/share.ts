import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  giftShared,
  lineOf,
  readShareName,
  type Shared,
  shareAddress,
  type SharedName,
  shareMark,
} from "../content/share.ts";
import { logoFile } from "../platform/brand-files.ts";
import type { Db } from "../platform/db.ts";
import type { House } from "../platform/http.ts";
import { shopNameIn } from "../platform/identity.ts";
import type { Locale } from "../platform/locale.ts";
import { mediaWidths } from "../platform/media.ts";
import { readIfThere, writeWhole } from "../platform/media-files.ts";
import { openQueue } from "../platform/media-queue.ts";
import type { Found, Sizes } from "../platform/media-sizes.ts";
import { drawSheet } from "../platform/share-drawing.ts";
import { findShared } from "./share-sql.ts";

/** The widest of these that there is is enough for its height. */
const ENOUGH_WIDTH = 640;
const WAITING_LIMIT = 50;

/** A picture, or the address at which it is by now. */
export type SharedFound = Found | { moved: string };

/**
 * Pictures of shared links, drawn when they are first asked for and kept on disk, one at a time. An address of before,
 * whose page is called otherwise by now, leads to the one of today.
 */
export function openShares({ db, clock, config }: House, sizes: Pick<Sizes, "find">) {
  const mediaDir = join(config.dataDir, "media");
  const queue = openQueue(1);
  const underWay = new Map<string, Promise<SharedFound>>();

  async function make(asked: SharedName & { mark: string }, shop: ShopMark, path: string): Promise<SharedFound> {
    const shared = await sharedOf(db, asked, clock.now());
    if (!shared) return "missing";
    if (shareMark(shared) !== asked.mark) return { moved: shareAddress(shared) };
    const picture = shared.picture === null ? null : await pictureOf(sizes, shared.picture);
    if (picture === "busy") return "busy";
    const made = await queue.run("asked", () =>
      drawSheet({
        ...{ title: shared.title, line: lineOf(shared), cloth: shared.cloth, picture },
        shop: { name: shop.name, logo: shop.logo },
      }),
    );
    // Not kept, it is drawn again.
    await writeWhole(path, made, { durable: false }).catch(() => undefined);
    return made;
  }

  return async (file: string): Promise<SharedFound> => {
    const asked = readShareName(file);
    if (!asked) return "missing";
    // Everything that is drawn of the page makes the mark; the shop's name and logo are drawn too.
    const shop = await shopMarkIn(db, asked.locale);
    const path = join(mediaDir, "sizes", asked.mark.slice(0, 2), `share-${asked.mark}-${shop.digest}.jpg`);
    const kept = await readIfThere(path);
    if (kept && kept.length > 0) return kept;
    const shared = underWay.get(file);
    if (shared) return shared;
    if (queue.waiting() >= WAITING_LIMIT) return "busy";
    const making = make(asked, shop, path).finally(() => underWay.delete(file));
    underWay.set(file, making);
    return making;
  };
}

type ShopMark = { name: string; logo: Buffer | null; digest: string };

async function shopMarkIn(db: Db, locale: Locale): Promise<ShopMark> {
  const [name, file] = [await shopNameIn(db, locale), await logoFile(db)];
  const logo = file?.content ?? null;
  const hash = createHash("sha256").update(name);
  return { name, logo, digest: (logo ? hash.update(logo) : hash).digest("hex").slice(0, 12) };
}

/** What is drawn of a page as it is now; null where there is none. */
async function sharedOf(db: Db, name: SharedName, now: Date): Promise<Shared | null> {
  const { kind, slug, locale } = name;
  if (kind === "gift") return giftShared(locale);
  const row = await findShared(db, { kind, slug, locale }, now);
  if (!row) return null;
  const { line, ...rest } = row;
  return { kind, slug, locale, ...rest, ...(line === null ? {} : { line }) };
}

/** The picture at a size that is large enough; null where it is gone. */
async function pictureOf(sizes: Pick<Sizes, "find">, key: string): Promise<Buffer<ArrayBuffer> | "busy" | null> {
  for (const width of mediaWidths.filter((one) => one <= ENOUGH_WIDTH).toReversed()) {
    const found = await sizes.find({ key, width, format: "jpg" });
    if (found !== "missing") return found;
  }
  return null;
}
