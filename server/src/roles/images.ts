import { setTimeout as sleep } from "node:timers/promises";
import type { Handler } from "hono";
import { openOgImages } from "../../../api/src/seo-feeds/og-images/og-image.ts";
import { isDatabaseUnavailable } from "../../../api/src/platform/db/database-errors.ts";
import { findBrandFileByName } from "../../../api/src/platform/store-profile/brand-files.ts";
import type { AppContext } from "../../../api/src/platform/http/endpoint.ts";
import type { MediaWidth } from "../../../api/src/platform/media/image-urls.ts";
import { createMediaHandler } from "../../../api/src/platform/media/image-handler.ts";
import { listOriginals } from "../../../api/src/platform/media/originals.ts";
import { openImageSizes, type ImageSizes } from "../../../api/src/platform/media/image-sizes.ts";
import { warmImageCache } from "../../../api/src/platform/media/cache-warming.ts";
import { SIZES_FOLDER } from "../../../api/src/platform/media/storage.ts";
import { listStoredSizes } from "../../../api/src/platform/media/stored-sizes.ts";
import { cacheReads } from "../../../api/src/platform/file-storage/cached-reads.ts";
import { StorageUnavailableError } from "../../../api/src/platform/file-storage/file-storage.ts";

/** Requests have priority in the first seconds after a start. */
const FIRST_WARM_DELAY_MS = 10_000;
const WARM_INTERVAL_MS = 10 * 60_000;
const MEGABYTE = 1024 * 1024;
/** Sizes for product listings first, then product galleries, then banners. */
const widths: readonly MediaWidth[] = [320, 640, 480, 160, 800, 1200, 1600, 2000];

/**
 * Opens the image handler and, if `shouldWarm`, renders missing image sizes ahead of time while the process is idle.
 */
export function openImages(
  app: AppContext,
  { shouldWarm, waitUntilIdle }: { shouldWarm: boolean; waitUntilIdle: () => Promise<void> },
): { handleRequest: Handler; close: () => Promise<void> } {
  const { s3 } = app.config;
  const files = s3 ? cacheReads(app.files, { folder: SIZES_FOLDER, maxBytes: s3.cacheMb * MEGABYTE }) : app.files;
  const imageSizes = openImageSizes({ files, log: app.log });
  const abortController = new AbortController();
  const warming = shouldWarm
    ? warmPeriodically(app, imageSizes, { waitUntilIdle, signal: abortController.signal })
    : Promise.resolve();
  return {
    handleRequest: createMediaHandler({
      findSize: imageSizes.find,
      findOgImage: openOgImages({ ...app, files }, imageSizes),
      findBrandFile: (file) => findBrandFileByName(app.db, file),
    }),
    close: async () => {
      abortController.abort();
      await imageSizes.close();
      await warming;
    },
  };
}

/** Requests have priority: an image is rendered only when `waitUntilIdle` has resolved. */
type WarmingOptions = { waitUntilIdle: () => Promise<void>; signal: AbortSignal };

async function warmPeriodically(
  { db, files, log }: AppContext,
  imageSizes: ImageSizes,
  { waitUntilIdle, signal }: WarmingOptions,
): Promise<void> {
  for (let delayMs = FIRST_WARM_DELAY_MS; ; delayMs = WARM_INTERVAL_MS) {
    await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const { has: isStored } = await listStoredSizes(files);
      const options = { widths, isStored, waitUntilIdle, signal };
      const count = await warmImageCache(imageSizes, await listOriginals(db), options);
      if (count > 0) log.info("rendered image sizes in advance", { count });
    } catch (error) {
      if (isDatabaseUnavailable(error) || error instanceof StorageUnavailableError) continue;
      log.error("image sizes could not be rendered in advance", error);
    }
  }
}
