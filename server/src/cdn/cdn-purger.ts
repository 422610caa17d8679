import { setTimeout as sleep } from "node:timers/promises";
import { purgeChangedContent } from "../../../api/src/platform/cache/cdn-purges.ts";
import type { AppContext } from "../../../api/src/platform/http/endpoint.ts";
import { ALL_PAGES_TAG } from "./cdn-headers.ts";
import { PurgeError, type PurgeTags } from "./purge-request.ts";

export type CdnPurgerOptions = Readonly<{
  /** How often changes are looked for. */
  intervalMs: number;
  /**
   * How long after a purge the same is purged again: when every process has noticed the change, and for responses that were
   * still on their way to the CDN.
   */
  repeatAfterMs: readonly number[];
  /** The pause after a failure, unless the CDN names one. */
  retryMs: number;
}>;

const defaultOptions: CdnPurgerOptions = { intervalMs: 1000, repeatAfterMs: [1000, 5000], retryMs: 5000 };
/** No page shows what searches find. */
const UNUSED_TAG = "search";

type Repetition = { at: number; tags: readonly string[] };

/**
 * Purges what has changed from a CDN, until it is stopped; at first all pages, because the last worker may have been
 * stopped before a repetition, or the database was restored. Of several workers only one purges a change.
 */
export function startCdnPurger(
  app: Pick<AppContext, "db" | "clock" | "log">,
  purge: PurgeTags,
  options: CdnPurgerOptions = defaultOptions,
): { stop: () => Promise<void> } {
  const purger = new CdnPurger(app, purge, options);
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      const pauseMs = await purger.purgeChanges();
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await purger.repeatNow();
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

class CdnPurger {
  readonly #app: Pick<AppContext, "db" | "clock" | "log">;
  readonly #purge: PurgeTags;
  readonly #options: CdnPurgerOptions;
  #repetitions: Repetition[] = [{ at: -Infinity, tags: [ALL_PAGES_TAG] }];
  #isFailing = false;

  constructor(app: Pick<AppContext, "db" | "clock" | "log">, purge: PurgeTags, options: CdnPurgerOptions) {
    this.#app = app;
    this.#purge = purge;
    this.#options = options;
  }

  /** Purges what has changed, and what is due again. @returns after how many milliseconds to call it again */
  async purgeChanges(): Promise<number> {
    const { db, clock, log } = this.#app;
    try {
      await purgeChangedContent(db, clock.now(), async (changed) => {
        const tags = changed?.filter((tag) => tag !== UNUSED_TAG) ?? [ALL_PAGES_TAG];
        if (tags.length === 0) return;
        await this.#purge(tags);
        const now = performance.now();
        this.#repetitions.push(...this.#options.repeatAfterMs.map((afterMs) => ({ at: now + afterMs, tags })));
      });
      await this.#repeat(this.#repetitions.filter(({ at }) => at <= performance.now()));
      if (this.#isFailing) log.info("the CDN is purged again");
      this.#isFailing = false;
      return this.#options.intervalMs;
    } catch (error) {
      if (!this.#isFailing)
        log.error("the CDN could not be purged: it may serve outdated pages until their time is over", error);
      this.#isFailing = true;
      const retryAfterSeconds = error instanceof PurgeError ? error.retryAfterSeconds : null;
      return retryAfterSeconds === null ? this.#options.retryMs : retryAfterSeconds * 1000;
    }
  }

  /** Repeats at once what was to be repeated later. */
  async repeatNow(): Promise<void> {
    await this.#repeat(this.#repetitions).catch((error: unknown) =>
      this.#app.log.error("the CDN could not be purged again before the end", error),
    );
  }

  async #repeat(due: readonly Repetition[]): Promise<void> {
    const tags = new Set(due.flatMap((repetition) => repetition.tags));
    if (tags.size > 0) await this.#purge([...tags]);
    this.#repetitions = this.#repetitions.filter((repetition) => !due.includes(repetition));
  }
}
