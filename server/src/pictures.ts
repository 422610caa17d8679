import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Handler } from "hono";
import { openShares } from "../../api/src/discovery/share.ts";
import { isDatabaseLost } from "../../api/src/platform/db.ts";
import { brandFileAt } from "../../api/src/platform/brand-files.ts";
import type { House } from "../../api/src/platform/http.ts";
import type { MediaWidth } from "../../api/src/platform/media.ts";
import { mediaHandler } from "../../api/src/platform/media-handler.ts";
import { listOriginals } from "../../api/src/platform/media-originals.ts";
import { openSizes, type Sizes } from "../../api/src/platform/media-sizes.ts";
import { warmPictures } from "../../api/src/platform/media-warming.ts";

/** The shop has better to do in its first seconds. */
const WARM_AFTER_MS = 10_000;
const WARM_EVERY_MS = 10 * 60_000;
/** What shelves show first, then galleries, then banners. */
const widths: readonly MediaWidth[] = [320, 640, 480, 160, 800, 1200, 1600, 2000];

/** The pictures of the shop: answered, and, where `warms`, made ahead of time, each once nobody asks for anything. */
export function openPictures(
  house: House,
  { warms, quiet }: { warms: boolean; quiet: () => Promise<void> },
): { answer: Handler; close: () => Promise<void> } {
  const mediaDir = join(house.config.dataDir, "media");
  const sizes = openSizes({ mediaDir, log: house.log });
  const stopping = new AbortController();
  const warming = warms ? keepWarm(house, sizes, { quiet, signal: stopping.signal }) : Promise.resolve();
  return {
    answer: mediaHandler({
      find: sizes.find,
      share: openShares(house, sizes),
      brand: (file) => brandFileAt(house.db, file),
    }),
    close: async () => {
      stopping.abort();
      await sizes.close();
      await warming;
    },
  };
}

type Beside = { quiet: () => Promise<void>; signal: AbortSignal };

async function keepWarm({ db, log }: House, sizes: Sizes, { quiet, signal }: Beside): Promise<void> {
  for (let wait = WARM_AFTER_MS; ; wait = WARM_EVERY_MS) {
    await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const made = await warmPictures(sizes, await listOriginals(db), { widths, quiet, signal });
      if (made > 0) log.info("pictures made ahead of time", { made });
    } catch (error) {
      if (!isDatabaseLost(error)) log.error("pictures could not be made ahead of time", error);
    }
  }
}
