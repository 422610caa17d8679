import { setTimeout as sleep } from "node:timers/promises";
import { purgeChangedContent } from "../../../api/src/platform/cache/cdn-purges.ts";
import type { AppContext } from "../../../api/src/platform/http/endpoint.ts";
import { ALL_PAGES_TAG } from "./cdn-headers.ts";
import { PurgeError, type PurgeTags } from "./purge-request.ts";

export type CdnPurgerOptions = Readonly<{
  /** How often changes are looked for. */
  intervalMs: number;
  /** A response that was on its way to the CDN during a purge is stored after it: the same is purged again after this time. */
  repeatMs: number;
  /** The pause after a failure, unless the CDN names one. */
  retryMs: number;
}>;

const defaultOptions: CdnPurgerOptions = { intervalMs: 1000, repeatMs: 5000, retryMs: 5000 };

type Repetition = { at: number; tags: readonly string[] };

/** Purges what has changed from a CDN, until it is stopped. Of several workers only one purges at a time. */
export function startCdnPurger(
  { db, clock, log }: Pick<AppContext, "db" | "clock" | "log">,
  purge: PurgeTags,
  options: CdnPurgerOptions = defaultOptions,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  let repetitions: Repetition[] = [];
  let isFailing = false;

  const purgeOnce = async () => {
    const due = repetitions.filter(({ at }) => at <= performance.now());
    const repeated = due.flatMap(({ tags }) => tags);
    let isRepeated = repeated.length === 0;
    await purgeChangedContent(db, clock.now(), async (changed) => {
      const tags = changed ?? [ALL_PAGES_TAG];
      await purge([...new Set([...tags, ...repeated])]);
      isRepeated = true;
      repetitions.push({ at: performance.now() + options.repeatMs, tags });
    });
    if (!isRepeated) await purge([...new Set(repeated)]);
    repetitions = repetitions.filter((repetition) => !due.includes(repetition));
  };

  /** @returns the pause until the next call in ms */
  const runOnce = async (): Promise<number> => {
    try {
      await purgeOnce();
      if (isFailing) log.info("the CDN is purged again");
      isFailing = false;
      return options.intervalMs;
    } catch (error) {
      if (!isFailing)
        log.error("the CDN could not be purged: it may serve outdated pages until their time is over", error);
      isFailing = true;
      const retryAfterSeconds = error instanceof PurgeError ? error.retryAfterSeconds : null;
      return retryAfterSeconds === null ? options.retryMs : retryAfterSeconds * 1000;
    }
  };

  const run = async () => {
    while (!stopping.signal.aborted) {
      const pauseMs = await runOnce();
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
