import { createHash } from "node:crypto";
import {
  getGiftCardPage,
  getEyebrow,
  parseShareFileName,
  type SharedPage,
  getShareImageUrl,
  type SharedPageId,
  getShareHash,
} from "../../content/share-images.ts";
import { findLogo } from "../../platform/store-profile/brand-files.ts";
import type { Db } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/endpoint.ts";
import { getStoreName } from "../../platform/store-profile/store-name.ts";
import type { Locale } from "../../platform/i18n/locale.ts";
import { mediaWidths } from "../../platform/media/image-urls.ts";
import { StorageUnavailableError } from "../../platform/file-storage/file-storage.ts";
import { readRenderedImage, SIZES_FOLDER } from "../../platform/media/storage.ts";
import { createPriorityQueue } from "../../platform/media/priority-queue.ts";
import type { ImageLookup, ImageSizes } from "../../platform/media/image-sizes.ts";
import { renderOgImage } from "../../branding/og-image-renderer.ts";
import { findSharedPage } from "./og-image-sql.ts";

/** The widest available size up to this width is large enough for its area. */
const MAX_SOURCE_WIDTH = 640;
const MAX_QUEUE_LENGTH = 50;

/** An image, or the URL at which it is available now. */
export type OgImageResult = ImageLookup | { moved: string };

/**
 * Opens the storage of share images (Open Graph). An image is drawn on its first request, one at a time, and stored
 * with the sizes of pictures. An outdated URL, whose page has changed since, redirects to the current one.
 */
export function openOgImages({ db, clock, files }: AppContext, sizes: Pick<ImageSizes, "find">) {
  const queue = createPriorityQueue(1);
  const pending = new Map<string, Promise<OgImageResult>>();

  async function drawImage(
    requested: SharedPageId & { hash: string },
    shop: ShopBranding,
    path: string,
  ): Promise<OgImageResult> {
    const page = await loadSharedPage(db, requested, clock.now());
    if (!page) return "missing";
    if (getShareHash(page) !== requested.hash) return { moved: getShareImageUrl(page) };
    const image = page.picture === null ? null : await loadImage(sizes, page.picture);
    if (image === "busy") return "busy";
    const drawn = await queue.run("requested", () =>
      renderOgImage({
        ...{ title: page.title, eyebrow: getEyebrow(page), themeColor: page.themeColor, image },
        store: { name: shop.name, logo: shop.logo },
      }),
    );
    // If it cannot be stored, it is drawn again next time.
    await files.write(path, drawn, { durable: false }).catch(() => undefined);
    return drawn;
  }

  return async (file: string): Promise<OgImageResult> => {
    const requested = parseShareFileName(file);
    if (!requested) return "missing";
    // The hash in the file name covers everything drawn of the page; the digest covers the shop's name and logo.
    const shop = await getShopBranding(db, requested.locale);
    const path = `${SIZES_FOLDER}/${requested.hash.slice(0, 2)}/share-${requested.hash}-${shop.digest}.jpg`;
    const stored = await readRenderedImage(files, path).catch(returnBusyInOutage);
    if (stored) return stored;
    const pendingResult = pending.get(file);
    if (pendingResult) return pendingResult;
    if (queue.countWaiting() >= MAX_QUEUE_LENGTH) return "busy";
    const result = drawImage(requested, shop, path).finally(() => pending.delete(file));
    pending.set(file, result);
    return result;
  };
}

function returnBusyInOutage(error: unknown): "busy" {
  if (!(error instanceof StorageUnavailableError)) throw error;
  return "busy";
}

type ShopBranding = { name: string; logo: Buffer | null; digest: string };

async function getShopBranding(db: Db, locale: Locale): Promise<ShopBranding> {
  const [name, file] = [await getStoreName(db, locale), await findLogo(db)];
  const logo = file?.content ?? null;
  const hash = createHash("sha256").update(name);
  return { name, logo, digest: (logo ? hash.update(logo) : hash).digest("hex").slice(0, 12) };
}

/** Returns what is drawn of a page in its current state; null if there is no such page. */
async function loadSharedPage(db: Db, name: SharedPageId, now: Date): Promise<SharedPage | null> {
  const { kind, slug, locale } = name;
  if (kind === "gift") return getGiftCardPage(locale);
  const row = await findSharedPage(db, { kind, slug, locale }, now);
  if (!row) return null;
  const { line, theme_color: themeColor, ...otherFields } = row;
  return { kind, slug, locale, themeColor, ...otherFields, ...(line === null ? {} : { line }) };
}

/** Loads the page's image in a sufficient size; null if it is missing. */
async function loadImage(sizes: Pick<ImageSizes, "find">, key: string): Promise<Buffer<ArrayBuffer> | "busy" | null> {
  for (const width of mediaWidths.filter((one) => one <= MAX_SOURCE_WIDTH).toReversed()) {
    const image = await sizes.find({ key, width, format: "jpg" });
    if (image !== "missing") return image;
  }
  return null;
}
